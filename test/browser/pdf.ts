/** A PDF of as many pages as there are texts, each of them in letters of the browser's own; `more` goes into its catalog. */
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
  let file = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return `${file}xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}
