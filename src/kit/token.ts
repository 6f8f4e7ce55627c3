/** The one storage key of the bearer token: every screen, every stream and every tab uses it. */
export const tokenKey = 'jwt_token'

export const token = {
  get: () => localStorage.getItem(tokenKey),
  set: (value: string) => localStorage.setItem(tokenKey, value),
  clear: () => localStorage.removeItem(tokenKey),
}
