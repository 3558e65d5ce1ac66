/** A blue picture of 8 × 8 pixels, encoded as JPEG 2000. */
const picture =
  '/0//UQAvAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAwQEAAH/XAANQEBISFBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAjAAH/k9+ACAffgAgHz7QEAICAgICAgICAgP/Z'

/**
 * A white picture of 8 × 8 pixels in fax encoding (T.6): one bit for each line that equals the previous one, then the
 * end marker.
 */
const fax = Buffer.of(0xff, 0, 0x10, 0x01)

const size = Buffer.of(0, 0, 0, 8, 0, 0, 0, 8)

/** The white picture encoded as JBIG2: a segment with the page size, and one with the pixels. */
const jbig2 = Buffer.concat([
  Buffer.of(0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19),
  size,
  Buffer.alloc(11),
  Buffer.of(0, 0, 0, 1, 38, 0, 1, 0, 0, 0, 18 + fax.length),
  size,
  Buffer.alloc(9),
  Buffer.of(1),
  fax,
])

const twoColours = '/ColorSpace/DeviceGray/BitsPerComponent 1/Decode[1 0]'

/** Images by encoding: entries of their dictionary, their filters, and their bytes. Two-color images are inverted. */
const pictures = {
  jpeg2000: ['/ColorSpace/DeviceRGB/BitsPerComponent 8', '/JPXDecode', Buffer.from(picture, 'base64')],
  fax: [`${twoColours}/DecodeParms[null<</K -1/Columns 8/Rows 8>>]`, '/CCITTFaxDecode', fax],
  jbig2: [twoColours, '/JBIG2Decode', jbig2],
  damaged: ['/ColorSpace/DeviceRGB/BitsPerComponent 8', '/JPXDecode', Buffer.from('no picture')],
} as const

/** A PDF of one page that contains only a picture. */
export const picturePdf = (coding: keyof typeof pictures) => {
  const [dictionary, filter, bytes] = pictures[coding]
  const hex = `${bytes.toString('hex')}>`
  const content = 'q 595 0 0 842 0 0 cm /Im1 Do Q'
  return fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</Im1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    `<</Type/XObject/Subtype/Image/Width 8/Height 8${dictionary}/Filter[/ASCIIHexDecode${filter}]/Length ${hex.length}>>\nstream\n${hex}\nendstream`,
  ])
}

/** A PDF with one page per text, in a built-in font. `more` is added to its catalog. */
export const pdfOf = (texts: readonly string[], more = '') => {
  const kids = texts.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${more}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...texts.flatMap((text, at) => {
      const content = `BT /F1 36 Tf 72 700 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET 1 0 0 rg 72 500 200 100 re f`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * at} 0 R>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return fileOf(objects)
}

const fileOf = (objects: readonly string[]) => {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `${file}xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}
