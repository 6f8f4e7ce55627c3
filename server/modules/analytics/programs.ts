/** Whether a bot identifies itself as one. Cubot is a phone brand. */
export const isProgram = (userAgent = '') => /(?<!cu)bot\b|crawl|spider|slurp|headless/i.test(userAgent)
