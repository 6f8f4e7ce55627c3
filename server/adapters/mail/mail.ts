/** One letter to one person; plain text, because it must be readable everywhere. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/** A way to deliver letters. `deliver` resolves once the letter was handed over, and rejects when it was not. */
export interface Mail {
  /** What the System status screen calls it. */
  readonly name: string
  deliver(letter: Letter): Promise<void>
}
