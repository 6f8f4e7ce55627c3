/** Replaces axios: `@refinedev/simple-rest` creates an instance on import that the console never uses. */
export default { create: () => ({ interceptors: { response: { use: () => {} } } }) }
