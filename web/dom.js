// Small helpers over the DOM. Texts always go in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

export function replace(element, ...children) {
  element.replaceChildren(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** A dialog that answers with the value of the button pressed, or null on Esc. */
export function ask(title, body, buttons, className = "") {
  return new Promise((resolve) => {
    const heading = h("h2", { id: "ask-title", text: title });
    const row = h("div", { class: "buttons" });
    const dialog = h(
      "dialog",
      { class: `ask ${className}`, "aria-labelledby": "ask-title" },
      heading,
      body,
      row,
    );
    let answer = null;
    for (const { label, value, kind, content } of buttons) {
      const choose = () => ((answer = value), dialog.close());
      row.append(
        h("button", { type: "button", class: kind ?? "", onclick: choose }, content ?? null, label),
      );
    }
    dialog.addEventListener("close", () => (dialog.remove(), resolve(answer)));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    row.querySelector("button")?.focus();
  });
}

let noticeTimer = 0;
/** A short message at the foot of the page, read out as well. */
export function notice(text, kind = "") {
  const box = byId("notice");
  box.textContent = text;
  box.className = `notice shown ${kind}`;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (box.className = "notice"), 6000);
}

export function announce(text) {
  byId("live").textContent = text;
}
