// The form that asks for a name and a token, and why it is shown.

import { h, setText } from './dom.js';
import { signInReason } from './words.js';

/** @param note what is to be read above the form */
export function signInForm(link, note = signInReason(link.why, link.identity.name)) {
  const { identity } = link;
  const field = (label, properties) => {
    const input = h('input', { required: true, spellcheck: false, autocapitalize: 'off', dir: 'auto', ...properties });
    return [input, h('label', {}, label, input)];
  };
  const isKnown = link.why === 'revoked' || link.why === 'wrong';
  const [name, nameLabel] = field('Name', {
    name: 'name', autocomplete: 'username', maxLength: 64, pattern: '[A-Za-z0-9_\\-]+', value: isKnown ? identity.name : '',
  });
  const [token, tokenLabel] = field('Token', {
    name: 'token', type: 'password', autocomplete: 'current-password', minLength: 16, maxLength: 64,
    pattern: '[A-Za-z0-9_\\-]+',
  });
  const status = h('p', { role: 'alert' });
  const onsubmit = (event) => {
    event.preventDefault();
    link.signIn(name.value, token.value);
  };
  const form = h('form', { class: 'sign-in', 'aria-label': 'Sign in', onsubmit },
    status, nameLabel, tokenLabel, h('button', {}, 'Sign in'));
  // Said after the form is in the document.
  queueMicrotask(() => {
    setText(status, note);
    (isKnown ? token : name).focus();
  });
  return form;
}
