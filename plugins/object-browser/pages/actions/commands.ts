/** Quotes a text for a shell; control characters are escaped. */
const quoted = (text: string) => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  if (!/[\0-\x1f\x7f]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const written = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\0-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `$'${written}'`
}

type Command = { title: string; text: string }

/** Commands of `mc` and `aws` for the current object or folder; `ALIAS` is the name given to `mc alias set`. */
export const commandsFor = (bucket: string, path: string, version = ''): readonly Command[] => {
  const [mc, s3] = [quoted(`ALIAS/${bucket}/${path}`), quoted(`s3://${bucket}/${path}`)]
  const aws = 'aws --endpoint-url "$ENDPOINT"'
  if (path.endsWith('/') || !path)
    return [
      { title: 'List with mc', text: `mc ls ${mc}` },
      { title: 'Download with mc', text: `mc mirror ${mc} .` },
      { title: 'List with aws', text: `${aws} s3 ls ${s3}` },
      { title: 'Download with aws', text: `${aws} s3 sync ${s3} .` },
    ]
  const get = `${aws} s3api get-object --bucket ${quoted(bucket)} --key ${quoted(path)} --version-id ${quoted(version)} ${quoted(path.split('/').pop() || 'download')}`
  return [
    { title: 'Download with mc', text: `mc cp ${version ? `--version-id ${quoted(version)} ` : ''}${mc} .` },
    { title: 'Show details with mc', text: `mc stat ${version ? `--version-id ${quoted(version)} ` : ''}${mc}` },
    { title: 'Download with aws', text: version ? get : `${aws} s3 cp ${s3} .` },
  ]
}
