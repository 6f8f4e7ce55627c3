/** Where a tab keeps that it is translating on the screen, so that it goes on after a reload. */
export const translateModeKey = 'translate-mode'
