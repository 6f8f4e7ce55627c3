import { invalidField } from '#server/kit/problem.ts'

/** Accepted formats by magic bytes; file names and media types are not trusted. */
const kinds: readonly (readonly [kind: string, isKind: (bytes: Buffer) => boolean])[] = [
  ['jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  [
    'png',
    bytes => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['webp', bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
]

/** Decompression bomb limit; more than any phone camera produces. */
const maxPixels = 50_000_000
/** Longer side of the stored picture. */
const maxSidePixels = 2_048
const timeoutSeconds = 10

export interface Picture {
  type: 'image/jpeg'
  width: number
  height: number
  content: Buffer
}

/**
 * Decodes and re-encodes a picture, which drops all metadata (location, camera, time) and embedded payloads. EXIF
 * orientation is applied first.
 * @throws Problem 422 if the file is not a complete picture of an accepted format, or is too large
 */
export async function reencodePicture(bytes: Buffer): Promise<Picture> {
  const kind = kinds.find(([, isKind]) => isKind(bytes))?.[0]
  if (!kind) throw invalidField('media', 'Use a JPEG, PNG or WebP picture')
  // Loaded by the first picture, because it takes memory.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
    if ((await picture.metadata()).format !== kind) throw new Error('another kind than it begins with')
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer({ resolveWithObject: true })
    return { type: 'image/jpeg', width: info.width, height: info.height, content: data }
  } catch {
    throw invalidField('media', 'This picture is damaged or too large to share')
  }
}
