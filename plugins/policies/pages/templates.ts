import { example } from '../contract.ts'
import * as messages from '../messages.ts'

/** Where a template grants access: a bucket, and a folder in it without slashes at its ends. */
export type Target = { bucket: string; folder: string }

type Statement = { Action: string[]; Resource: string[]; Condition?: Record<string, Record<string, string[]>> }

/** A template of a policy; `asks` lists the input it needs, and `document` returns its JSON text. */
export type Template = {
  id: string
  label: string
  hint: string
  asks: 'nothing' | 'bucket' | 'folder'
  document: (target: Target) => string
}

const policyText = (...statements: Statement[]) =>
  JSON.stringify(
    { Version: '2012-10-17', Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) },
    null,
    2,
  )

const arn = (...parts: string[]) => `arn:aws:s3:::${parts.filter(Boolean).join('/')}`

const locateBucket = (bucket: string): Statement => ({ Action: ['s3:GetBucketLocation'], Resource: [arn(bucket)] })

const listObjects = (bucket: string, folder: string): Statement => ({
  Action: ['s3:ListBucket'],
  Resource: [arn(bucket)],
  ...(folder && { Condition: { StringLike: { 's3:prefix': [`${folder}/*`] } } }),
})

// policy variable, replaced by the storage for each request
const everyUser = '${aws:username}'

const broadest: Template = {
  id: 'example',
  label: 'Read everything',
  hint: messages.readAllTemplate,
  asks: 'nothing',
  document: () => example,
}

/** Common policies, from the broadest to the narrowest. */
export const templates: readonly Template[] = [
  broadest,
  {
    id: 'read',
    label: 'Read one bucket',
    hint: messages.listAndDownloadObjects,
    asks: 'bucket',
    document: ({ bucket }) =>
      policyText(locateBucket(bucket), listObjects(bucket, ''), {
        Action: ['s3:GetObject'],
        Resource: [arn(bucket, '*')],
      }),
  },
  {
    id: 'folder',
    label: messages.readAndUploadTemplate,
    hint: messages.readAndUploadTemplateHelp,
    asks: 'folder',
    document: ({ bucket, folder }) =>
      policyText(locateBucket(bucket), listObjects(bucket, folder), {
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: [arn(bucket, folder, '*')],
      }),
  },
  {
    id: 'upload',
    label: 'Upload only',
    hint: messages.uploadOnlyTemplateHelp,
    asks: 'folder',
    document: ({ bucket, folder }) =>
      policyText(locateBucket(bucket), { Action: ['s3:PutObject'], Resource: [arn(bucket, folder, '*')] }),
  },
  {
    id: 'backup',
    label: 'Backup program',
    hint: messages.programTemplateHelp,
    asks: 'folder',
    document: ({ bucket, folder }) =>
      policyText(
        locateBucket(bucket),
        listObjects(bucket, folder),
        { Action: ['s3:ListBucketMultipartUploads'], Resource: [arn(bucket)] },
        {
          Action: [
            's3:GetObject',
            's3:PutObject',
            's3:DeleteObject',
            's3:AbortMultipartUpload',
            's3:ListMultipartUploadParts',
          ],
          Resource: [arn(bucket, folder, '*')],
        },
      ),
  },
  {
    id: 'own-folder',
    label: 'One folder per user',
    hint: messages.userFolderTemplateHelp,
    asks: 'bucket',
    document: ({ bucket }) =>
      policyText(locateBucket(bucket), listObjects(bucket, everyUser), {
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        Resource: [arn(bucket, everyUser, '*')],
      }),
  },
]

/** Template by id; the broadest if there is none. */
export const templateOf = (id: string) => templates.find((template) => template.id === id) ?? broadest

/** Removes slashes at the ends of a folder, for use in a resource. */
export const folderOf = (text: string) => text.trim().replace(/^\/+|\/+$/g, '')

/** Reason why a template cannot be used for a target; `false` if it can. */
export const missingFor = ({ asks }: Template, { bucket, folder }: Target): string | false => {
  if (asks === 'nothing') return false
  if (!bucket) return 'Choose the bucket first'
  return asks === 'folder' && /[*?]/.test(folder) && messages.folderNameHasWildcard
}
