/** A setup error that the user can fix; shown without a stack. */
export class SetupError extends Error {}
