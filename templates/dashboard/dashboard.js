// A page that is open asks for itself again when the server says that something changed, and takes what is new of it:
// parts with `data-part`. Without this script every page works as it is.
(() => {
  const parts = (root) => [...root.querySelectorAll("[data-part]")];
  const opened = (part) => new Set([...part.querySelectorAll("details[open]")].map((each) => each.id).filter(Boolean));

  const take = (fresh) => {
    for (const part of parts(document)) {
      const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!next || next.innerHTML === part.dataset.source) continue;
      if (part.contains(document.activeElement) && document.activeElement !== part) {
        part.dataset.late = "yes"; // somebody is in it: the next change brings it
        continue;
      }
      const wasOpen = opened(part);
      const source = next.innerHTML;
      part.replaceChildren(...next.childNodes);
      part.dataset.source = source;
      delete part.dataset.late;
      for (const id of wasOpen) document.getElementById(id)?.setAttribute("open", "");
    }
    bindParts();
    again();
  };

  // -- listen -----------------------------------------------------------------------------------------
  const status = document.getElementById("live");
  const LEAST_MILLISECONDS = 1000;
  let isAsking = false, isWanted = false;

  const ask = async () => {
    if (isAsking || document.hidden) {
      isWanted = true;
      return;
    }
    isAsking = true;
    isWanted = false;
    try {
      const answer = await fetch(location.href, { headers: { "x-live": "yes" }, credentials: "same-origin" });
      if (answer.status === 401) location.reload();
      if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      isWanted = true; // the server is away; the stream says when it is back
    }
    setTimeout(() => {
      isAsking = false;
      if (isWanted) ask();
    }, LEAST_MILLISECONDS);
  };

  // a look at a large session is not made at each change: the page says when there will be a newer one
  let timer = 0;
  const again = () => {
    clearTimeout(timer);
    const wanted = document.querySelector("[data-again]");
    if (wanted) timer = setTimeout(ask, 1000 * Number(wanted.dataset.again) + 100);
  };

  if (status && window.EventSource) {
    for (const part of parts(document)) part.dataset.source = part.innerHTML;
    const say = (state) => {
      status.dataset.state = state;
      status.querySelector("span").textContent = status.dataset[state];
    };
    let stream = null, wasAway = false;
    const listen = () => {
      stream = new EventSource(status.dataset.stream);
      stream.addEventListener("open", () => {
        say("on");
        if (wasAway) ask();
        wasAway = false;
      });
      stream.addEventListener("error", () => {
        wasAway = true;
        say("off");
      });
      stream.addEventListener("message", ask);
    };
    const rest = () => {
      stream?.close();
      stream = null;
      wasAway = true;
    };
    // a browser has six connections to a server: a page that nobody sees gives its own back
    const look = () => (document.hidden ? rest() : stream || listen());
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", rest);
    window.addEventListener("pageshow", look);
    look();
    again();
  }

  // -- small things -----------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const field = document.querySelector("[data-search]");
      if (field) {
        event.preventDefault();
        field.focus();
      }
    }
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard?.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.done;
  });
})();
