import sharp from 'sharp'
import { invalidField } from '#server/kit/problem.ts'

/** The first bytes of the kinds of pictures that are taken; what a file calls itself says nothing. */
const kinds: readonly (readonly [kind: string, isKind: (bytes: Buffer) => boolean])[] = [
  ['jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  [
    'png',
    bytes => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['webp', bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
]

/** Pixels that a picture may have before it is decoded: more than any telephone's camera makes. */
const mostPixels = 50_000_000
/** The longer side of what is kept, in pixels. */
const longest = 2_048
const patienceSeconds = 10

export interface Picture {
  type: 'image/jpeg'
  width: number
  height: number
  content: Buffer
}

/**
 * Decodes a picture and encodes it anew, so that nothing of the file is kept but what is seen: no place, camera or
 * time, and nothing hidden behind or within it. It is turned as its camera was held first.
 * @throws Problem 422 for anything that is not wholly a picture of a kind that is taken, or is too large a one.
 */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  const kind = kinds.find(([, isKind]) => isKind(bytes))?.[0]
  if (!kind) throw invalidField('media', 'This is not a picture that can be shared: JPEG, PNG or WebP')
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning', pages: 1 })
    if ((await picture.metadata()).format !== kind) throw new Error('another kind than it begins with')
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: patienceSeconds })
      .toBuffer({ resolveWithObject: true })
    return { type: 'image/jpeg', width: info.width, height: info.height, content: data }
  } catch {
    throw invalidField('media', 'This picture is damaged, or larger than can be shared')
  }
}
