// A secret link to show, copy and send: the one that invites a friend, the one that brings a seat to another device, and that of the feed.

import { say } from "../language/catalogue.ts";
import { closeButton, h, notice, openDialog } from "../lib/dom.ts";
import { qrPicture } from "../lib/qr.ts";
import { ruleChips } from "../rules/rulechips.ts";
import { linkTo } from "./tokens.ts";
import type { VariantOption } from "../core/types.ts";

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

/** A link with its QR code, a button to copy it, and one to send it where the device has a way. */
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
 * @param id of the game
 * @param side that whoever comes plays, within a sentence
 * @param token of the invitation
 * @param rules in force
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

/** The address of the feed of one's own games. */
export function showFeed(path: string) {
  openDialog(
    { class: "ask", "aria-labelledby": "feed-title", closedby: "closerequest" },
    h("h2", { id: "feed-title", text: say("feed.title") }),
    h("p", { text: say("feed.explained") }),
    linkField(location.origin + path, say("feed.link")),
    h("div", { class: "buttons" }, closeButton({ text: say("dialog.close") })),
  );
}
