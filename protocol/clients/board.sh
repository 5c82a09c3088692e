#!/usr/bin/env bash
# Keeps a mirror of a board, and prints it after every update: board.sh BOARD [HOST [PORT [SPACE]]]
# After a cut it opens the board anew and gets all of it. Texts stay escaped, as they come.
# `kids` are the sections of "board" and the texts of each section, each under "ID/INDEX".
LC_ALL=C name=$1; declare -A kids size title gone come
text() { # WORDS: the text of the line is behind so many words, any keys, and one blank
  [[ $line =~ ^[^\ ]+(\ +[^\ ]+){$1}(\ +[a-z][a-z0-9-]*=[^\ ]*)*(\ (.*))?$ ]]; text=${BASH_REMATCH[4]}
}
fill() { all=() # ID INDEX: what comes goes where it says, what is kept fills the free positions
  for ((i = k = 0; ; k++)); do
    while [[ ${gone["$1/$i"]} ]]; do ((++i)); done
    if [[ ${come["$2/$k"]+x} ]]; then all[k]=${come["$2/$k"]}
    elif ((i < ${size["$1"]:-0})); then all[k]=${kids["$1/$i"]}; ((++i)); else break; fi
  done
  for i in "${!all[@]}"; do kids["$1/$i"]=${all[i]}; done; size["$1"]=$k
}
while sleep 0.3; do exec 3<>"/dev/tcp/${2:-127.0.0.1}/${3:-7667}" && echo "${4:+space }${4:-open $name}" >&3 && left=0
  while IFS= read -r line <&3; do read -r kind a b c d _ <<<"$line"
    at="${kids["board/${a%.*}"]}/${a#*.}" to="${b/.//}"
    [[ $kind != *-section ]] || at="board/$a" to="board/$b"
    case $kind in
      ok) [[ $a != space ]] || echo "open $name" >&3 ;;
      board) left=$((d + 1)) revision=$b titled= kids=() size=() gone=() come=() ;;
      batch) [[ $b == "$revision" ]] || break; left=$((d + 1)) revision=$c ;;
      section) text 2; title[$((++made))]=$text; kids["board/$((size[board]++))"]=$made ;;
      insert-section) text 3; title[$((++made))]=$text; come["$at"]=$made ;;
      item) text 1; kids["$made/$((size[$made]++))"]=$text ;;
      delete*) gone["$at"]=1 ;;
      move*) gone["$at"]=1 come["$to"]=${kids["$at"]} ;;
      insert) text 2; come["${a/.//}"]=$text ;;
      reload-section) text 2; title[${kids["$at"]}]=$text ;;
      reload) text 2; kids["$at"]=$text ;;
      policy) [[ $b != '*' ]] || { titled=; ((left)) || left=1 # what people read in place of the name
        [[ ! $line =~ \ title=([^\ ]+) ]] || titled=${BASH_REMATCH[1]//'\u{20}'/ }; } ;;
      renamed) name=$b ;;
      removed | refused | error) echo "$line"; exit 1 ;;
    esac; ((left && !--left)) || continue
    echo "${titled:-$name} $revision"; fill board board; list=("${all[@]}")
    for s in "${!list[@]}"; do id=${list[s]}; fill "$id" "$s"; echo "- ${title[$id]}"
      ((k)) && printf '  %s\n' "${all[@]}"; done; gone=() come=(); echo
  done; done 2>/dev/null
