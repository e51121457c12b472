"use strict";
// Run when the page has loaded, and again when a part of it was replaced; what was bound stays as it is.
const bindParts = () => {
  const isNew = (element) => element && !element.dataset.bound && (element.dataset.bound = "yes");

  // -- the picture: a line under the pointer, and the numbers there ---------------------------------
  const chart = document.getElementById("areas");
  if (isNew(chart)) {
    const series = JSON.parse(document.getElementById("series").textContent);
    const points = series.points;
    const number = new Intl.NumberFormat("en-US");
    const plot = chart.querySelector(".plot");
    const cursor = document.getElementById("cursor");
    const tip = document.getElementById("tip");
    const share = (point) => (point[0] - 1) / Math.max(1, series.messages - 1);
    let at = points.length - 1;

    const cell = (row, tag, text, name) => {
      const element = row.appendChild(document.createElement(tag));
      element.textContent = text;
      if (name) element.className = name;
    };
    const line = (table, label, tokens) => {
      const row = table.appendChild(document.createElement("tr"));
      cell(row, "th", label);
      cell(row, "td", number.format(tokens), "num");
    };
    const show = (index) => {
      at = Math.min(points.length - 1, Math.max(0, index));
      const point = points[at];
      const sizes = point.slice(3);
      tip.replaceChildren();
      const head = tip.appendChild(document.createElement("p"));
      head.textContent = series.message + " " + number.format(point[0]) + (point[1] ? " · " + point[1] : "");
      const table = tip.appendChild(document.createElement("table"));
      for (let kind = sizes.length - 1; kind >= 0; kind -= 1) {
        if (sizes[kind]) line(table, series.kinds[kind], sizes[kind]);
      }
      line(table, series.total, sizes.reduce((sum, size) => sum + size, 0));
      if (point[2]) line(table, series.counted, point[2]);
      cursor.setAttribute("x1", 100 * share(point) + "%");
      cursor.setAttribute("x2", 100 * share(point) + "%");
      chart.classList.add("reading");
      tip.hidden = false;
      const left = plot.getBoundingClientRect().left - chart.getBoundingClientRect().left;
      const x = left + share(point) * plot.clientWidth;
      const isRight = share(point) > 0.5;
      tip.style.left = Math.max(0, isRight ? x - tip.offsetWidth - 12 : x + 12) + "px";
    };
    const hide = () => {
      tip.hidden = true;
      chart.classList.remove("reading");
    };
    const nearest = (event) => {
      const box = plot.getBoundingClientRect();
      const wanted = 1 + ((event.clientX - box.left) / box.width) * Math.max(1, series.messages - 1);
      let best = 0;
      points.forEach((point, index) => {
        if (Math.abs(point[0] - wanted) < Math.abs(points[best][0] - wanted)) best = index;
      });
      show(best);
    };
    plot.addEventListener("pointermove", nearest);
    plot.addEventListener("pointerdown", nearest);
    plot.addEventListener("pointerleave", hide);
    chart.addEventListener("blur", hide);
    chart.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -points.length, End: points.length };
      if (event.key === "Escape") hide();
      if (!(event.key in steps)) return;
      event.preventDefault();
      show(tip.hidden ? at : at + steps[event.key]);
    });
  }

  // -- the receipt: by state and by words -----------------------------------------------------------
  const items = [...document.querySelectorAll(".items > li")];
  const buttons = [...document.querySelectorAll(".filter button")];
  const find = document.getElementById("find");
  const count = document.getElementById("count");
  if (items.length && isNew(find)) {
    const texts = items.map((item) => item.textContent.toLowerCase());
    const filter = () => {
      const state = buttons.find((button) => button.getAttribute("aria-pressed") === "true").dataset.state;
      const wanted = find.value.trim().toLowerCase();
      let shown = 0;
      items.forEach((item, index) => {
        item.hidden = Boolean((state && item.dataset.state !== state) || (wanted && !texts[index].includes(wanted)));
        shown += item.hidden ? 0 : 1;
      });
      document.querySelectorAll(".group").forEach((group) => {
        group.hidden = !group.querySelector("li:not([hidden])");
      });
      count.textContent = state || wanted ? String(shown) : "";
    };
    buttons.forEach((button) => button.addEventListener("click", () => {
      buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
      filter();
    }));
    find.addEventListener("input", filter);
    // an opened text begins where the words are
    items.forEach((item) => item.firstElementChild.addEventListener("toggle", () => {
      const hit = item.querySelector("mark");
      if (hit) hit.parentElement.scrollTop = hit.offsetTop - 80;
    }));
  }
};
bindParts();
