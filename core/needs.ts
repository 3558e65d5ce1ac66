import type { Failure } from './failure.ts'

/** What an account lacks: an action, on a bucket or a key in it where it is one of S3. */
export type Need = { action: string; bucket?: string | undefined; object?: string | undefined }

/** What a need is about, as policies write it; MinIO wants a resource beside actions of S3, and takes it beside others. */
export const resourceOf = ({ bucket, object }: Need) => `arn:aws:s3:::${bucket ? `${bucket}${object ? `/${object}` : ''}` : '*'}`

/** What a refusal says is missing (`s3:GetObject is not granted on docs/a.txt`); nothing where it names no action. */
export const needsOf = ({ message, detail = '' }: Pick<Failure, 'message' | 'detail'>): Need[] => {
  const said = `${message}\n${detail}`
  const actions = [...said.matchAll(/\b(s3|admin|kms):[a-z]+/gi)].map(([name]) => name.replace(/^./, (letter) => letter.toLowerCase()))
  const [, on = ''] = /granted on (\S.*)$/m.exec(said) ?? []
  const [, bucket, object] = /^([^/]+)\/?(.*)$/s.exec(on) ?? []
  return [...new Set(actions)].map((action) => ({ action, ...(action.startsWith('s3:') && { bucket, object }) }))
}

const listed = (name: string, texts: readonly string[]) => {
  const all = [...new Set(texts)].map((text) => JSON.stringify(text))
  return all.length > 1 ? `"${name}": [\n    ${all.join(',\n    ')}\n  ]` : `"${name}": [${all.join()}]`
}

/** A statement that grants all of it, as the text of a policy has it. */
export const statementFor = (needs: readonly Need[]) =>
  `{ "Effect": "Allow",\n  ${listed('Action', needs.map(({ action }) => action))},\n  ${listed('Resource', needs.map(resourceOf))} }`

/** Why a control is disabled: the right that is missing, the first of several; false where none is. */
export const refusalFor = (needs: readonly Need[]): string | false => {
  const [first] = needs
  if (!first) return false
  const on = first.bucket ? ` on ${resourceOf(first)}` : ''
  const more = needs.length > 1 ? ` and ${needs.length - 1} more` : ''
  return `Your policies do not allow\n${first.action}${on}${more}`
}

/** The same in one line: why something is not shown. */
export const unseenFor = (needs: readonly Need[]) => (refusalFor(needs) || 'Your policies do not allow seeing this').replace('\n', ' ')

/** What to send to whoever can grant it, as plain text. */
export const requestFor = ({ account, address, needs }: { account: string; address: string; needs: readonly Need[] }) =>
  [
    'Please allow this in the storage console.',
    '',
    `Account: ${account}`,
    `Page: ${address}`,
    ...needs.map((need) => `Needed: ${need.action} on ${resourceOf(need)}`),
    '',
    'A statement that would be enough:',
    statementFor(needs),
    '',
  ].join('\n')
