/** Reads anew what is published of the texts; set once, by the texts' own provider. */
let readAnew = () => {}

/** Says how published texts are read anew. */
export const onPublishing = (listener: () => void) => {
  readAnew = listener
}

/** Tells that this tab has published a text or taken one back: live changes tell it only to others. */
export const published = () => readAnew()
