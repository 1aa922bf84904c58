// Small helpers over the DOM. Texts always go in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const NOTICE_MS = 6000;

/** @import { Attributes, Child } from "./dom.types.js" */

/** @param {readonly Child[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (
    /** @type {unknown[]} */ (children)
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false)
  );

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {readonly Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = String(value);
    else if (name === "value") Object.assign(element, { value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * An HTML element. Attributes: `text` is its text, `onclick` and the like are listeners; null, undefined and false are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * An element that index.html is sure to have.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren(...present(children));
}

/** @type {Element | null} */
let pressed = null; // the button or link that a pointer holds down
/** @type {Map<Element, readonly Child[]>} */
const heldBack = new Map(); // what comes in place of an element's children when the press ends

/** Hears of presses, from the page's beginning on. */
export function watchPresses() {
  const listen = { capture: true };
  document.addEventListener(
    "pointerdown",
    ({ target, button }) =>
      (pressed = button === 0 && target instanceof Element ? target.closest("button, a") : null),
    listen,
  );
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    document.addEventListener(end, pressEnds, listen);
  }
}

function pressEnds() {
  pressed = null;
  setTimeout(() => {
    for (const [element, children] of heldBack) replace(element, ...children);
    heldBack.clear();
  }); // the click comes first, in this task
}

/**
 * The same for what messages change: a button under a press stays until the press ends, for one that has left the page
 * by then gets no click.
 * @param {Element} element
 * @param {...Child} children
 */
export function replaceUnpressed(element, ...children) {
  heldBack.delete(element);
  if (pressed && element.contains(pressed)) heldBack.set(element, children);
  else replace(element, ...children);
}

// ---- dialogs ----

/**
 * Opens a dialog over the page. Esc, a click beside it and closeButton close it; then it leaves the page.
 * With `closedby: "closerequest"` among the attributes a click beside it doesn't close it.
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function openDialog(attributes, ...children) {
  const dialog = h("dialog", attributes, ...children);
  const closed = new Promise((resolve) => dialog.addEventListener("close", resolve));
  dialog.addEventListener("close", () => dialog.remove());
  if (attributes.closedby !== "closerequest") {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}

/**
 * Opens a dialog in a place of the page, which goes on beside it. Esc in it and closeButton close it.
 * @param {Element} place
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function openBeside(place, attributes, ...children) {
  const before = document.activeElement;
  const dialog = h("dialog", attributes, ...children);
  dialog.addEventListener("close", () => {
    if (dialog.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    dialog.remove();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  place.append(dialog);
  dialog.show();
}

/**
 * A button that closes the dialog it stands in.
 * @param {Attributes} attributes
 */
export const closeButton = (attributes) =>
  h("button", {
    type: "button",
    onclick: (/** @type {Event} */ event) =>
      /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close(),
    ...attributes,
  });

/**
 * A question with a button for each answer. Answers the value of the button pressed, or null when the dialog was left.
 * @template V
 * @param {{title: string, body?: Child, className?: string, buttons: {label: string, value: V, kind?: string, content?: Node}[]}} question
 * @returns {Promise<V | null>}
 */
export async function ask({ title, body = null, className = "", buttons }) {
  /** @type {V | null} */
  let answer = null;
  const row = h(
    "div",
    { class: "buttons" },
    buttons.map(({ label, value, kind, content }) => {
      const button = closeButton({ class: kind ?? "" });
      button.addEventListener("click", () => (answer = value), { capture: true });
      button.append(content ?? "", label);
      return button;
    }),
  );
  const heading = h("h2", { id: "ask-title", text: title });
  const attributes = { class: `ask ${className}`, "aria-labelledby": "ask-title" };
  const { closed } = openDialog(attributes, heading, body, row);
  row.querySelector("button")?.focus();
  await closed;
  return answer;
}

// ---- messages ----

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;

/**
 * A short message, read out as well.
 * @param {string} text
 * @param {"" | "bad"} kind
 */
export function notice(text, kind = "") {
  const box = byId("notice");
  box.textContent = text;
  box.className = `notice shown ${kind}`;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (box.className = "notice"), NOTICE_MS);
}

/**
 * Gives messages a place of their own, or the foot of the page. What was told before is over.
 * @param {Element | null} place
 */
export function placeNotice(place) {
  const box = byId("notice");
  clearTimeout(noticeTimer);
  replace(box);
  box.className = "notice";
  (place ?? document.body).prepend(box);
}

/**
 * Read out, and seen by nobody.
 * @param {string} text
 */
export function announce(text) {
  byId("live").textContent = text;
}
