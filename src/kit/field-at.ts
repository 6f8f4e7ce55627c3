/** `#/address/city` → `address.city`: the field that a problem's pointer names (RFC 6901, as a URI fragment or bare). */
export const fieldAt = (pointer: string) => pointer.replace(/^#?\//, '').replaceAll('/', '.')
