/** Fastify plugins that serve this domain's endpoints. */
export { default as attention } from './attention.ts'
export { default as emergency } from './emergency/routes.ts'
export { default as emergencyServices } from './emergency-services/routes.ts'
export { default as exclusions } from './exclude.ts'
export { default as notifications } from './notifications/routes.ts'
export { default as pushNotifications } from './push-notifications/routes.ts'
export { default as deliveryReceipts } from './receipts.ts'
export { contactRoutes as contacts, default as alerts, ladderRoutes as ladders } from './routes.ts'
