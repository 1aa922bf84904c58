// Dialogs that show a secret link to copy and to send: the invitation of a friend, the visitor's seat for another device, and the
// feed of his games.

import { say } from "../language/catalogue.ts";
import { closeButton, h, notice, openDialog } from "../lib/dom.ts";
import { qrPicture } from "../lib/qr.ts";
import { ruleChips } from "../rules/rulechips.ts";
import { linkTo } from "./tokens.ts";
import type { VariantOption } from "../core/index.ts";

async function copy(field: HTMLInputElement) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice(say("share.copied"));
    return say("share.copied");
  } catch {
    notice(say("share.selected"));
    return say("share.copy");
  }
}

/** The elements that show a link: its QR code, a button that copies it, and, if the device can share, a button that sends it. */
export function linkField(link: string, label: string) {
  const field = h("input", {
    type: "text",
    class: "link",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: ({ target }) => target.select(),
  });
  const copyButton = h("button", { type: "button", class: "main", text: say("share.copy") });
  copyButton.addEventListener("click", async () => (copyButton.textContent = await copy(field)));
  const send = h("button", {
    type: "button",
    text: say("invite.send"),
    onclick: () => navigator.share({ url: link }).catch(() => {}),
  });
  return h(
    "div",
    { class: "link-box" },
    qrPicture(link, say("invite.code")),
    h("div", { class: "link-row" }, field, copyButton, "share" in navigator ? send : null),
  );
}

/**
 * Shows the link by which another person takes the open seat.
 * @param id of the game
 * @param side the word for the invited person's side, within a sentence
 * @param token the secret of the invitation
 * @param rules the game's options with their values, of which the house rules are shown
 */
export function showInvitation(
  id: string,
  side: string,
  token: string,
  rules: readonly VariantOption[],
) {
  const chips = ruleChips(rules);
  const box = linkField(linkTo(id, token), say("invite.link"));
  const { dialog } = openDialog(
    { class: "ask invitation", "aria-labelledby": "invite-title", closedby: "closerequest" },
    h("h2", { id: "invite-title", text: say("invite.title") }),
    h("p", { text: say("invite.explained", { side }) }),
    chips.length ? h("ul", { class: "chips", "aria-label": say("rules.title") }, chips) : null,
    box,
    h(
      "p",
      { class: "awaiting", role: "status" },
      h("span", { class: "pulse" }),
      say("invite.waiting"),
    ),
    h("div", { class: "buttons" }, closeButton({ text: say("invite.later") })),
  );
  box.querySelector("button")?.focus();
  return dialog;
}

/** Shows the address of the feed of the visitor's games. */
export function showFeed(path: string) {
  openDialog(
    { class: "ask", "aria-labelledby": "feed-title", closedby: "closerequest" },
    h("h2", { id: "feed-title", text: say("feed.title") }),
    h("p", { text: say("feed.explained") }),
    linkField(location.origin + path, say("feed.link")),
    h("div", { class: "buttons" }, closeButton({ text: say("dialog.close") })),
  );
}
