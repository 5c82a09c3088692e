document.querySelector("main").textContent = `Connect with nc, or a WebSocket to ws://${location.host}/ws.`;
