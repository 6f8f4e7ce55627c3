/** A reason to stop the set-up which the reader can do something about; shown without a stack. */
export class SetupError extends Error {}
