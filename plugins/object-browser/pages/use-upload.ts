import { core, displayName, type Statement } from 'stowage'
import { useCall, usePermissions, useRefusals } from 'stowage/web'
import * as messages from '../messages.ts'

const right = 's3:PutObject'

/** Whether an action pattern in a policy matches an action. */
const matches = (pattern: string, action: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'i',
  ).test(action)

/** Folders below `prefix` to which statements allow uploads, as named by the policies. */
export const writableFolders = (statements: readonly Statement[], bucket: string, prefix: string): string[] => {
  const start = `arn:aws:s3:::${bucket}/`
  const folders = statements
    .filter(({ effect, actions = [] }) => effect === 'Allow' && actions.some((pattern) => matches(pattern, right)))
    .flatMap(({ resources = [] }) => resources)
    .filter((resource) => resource.startsWith(start + prefix))
    .map((resource) => /^[^*?$]*\//.exec(resource.slice(start.length))?.[0] ?? '')
  return [...new Set(folders)].filter((folder) => folder.length > prefix.length).sort()
}

/** Most folders named in a reason. */
const MAX_NAMES = 3

/** Why nothing can be uploaded into a folder, with the subfolders that permit uploads; `false` if it can. */
export const useUploadRefusal = (bucket: string, prefix: string): string | false => {
  const refused = useRefusals({ upload: { action: right, bucket, object: `${prefix}*` } })('upload')
  const { below } = usePermissions({ below: { action: right, bucket, object: `${prefix}**` } })
  const { data } = useCall(core.granted, undefined, { when: !!refused && below })
  if (!refused || !below) return refused
  const folders = writableFolders(data?.own ?? [], bucket, prefix)
  if (folders.length === 0) return refused
  const more = folders.length > MAX_NAMES ? ` and ${folders.length - MAX_NAMES} more` : ''
  return messages.uploadFoldersAllowed(refused, folders.slice(0, MAX_NAMES).map(displayName).join(', '), more)
}
