/** Refetches published texts. Set once, by the texts provider. */
let reloadTexts = () => {}

/** Registers the listener. */
export const onTextsPublished = (listener: () => void) => {
  reloadTexts = listener
}

/** Called when this tab publishes or rolls back a text: live updates only report others' changes. */
export const notifyTextsPublished = () => reloadTexts()
