/** Storage key of the bearer token, shared by all tabs. */
export const tokenKey = 'jwt_token'

export const token = {
  get: () => localStorage.getItem(tokenKey),
  set: (value: string) => localStorage.setItem(tokenKey, value),
  clear: () => localStorage.removeItem(tokenKey),
}
