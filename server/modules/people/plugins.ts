/** Fastify plugins with the routes of this domain. */
export { default as accessReview } from './access-review/routes.ts'
export { default as invites } from './invites/routes.ts'
export { default as privacy } from './privacy/routes.ts'
export {
  adminRoutes,
  assignmentRoutes,
  caregiverRoutes,
  elderlyRoutes,
  familyRoutes,
  organizationRoutes,
  peopleRoutes,
  profileRoutes,
} from './routes.ts'
export { default as provisionedGroups } from './scim/roles.ts'
export { default as scim } from './scim/routes.ts'
