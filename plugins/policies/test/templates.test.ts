import { assert, test } from '../../../test/lib/suite.ts'
import { type ConditionContext, parsePolicy } from '../../../engines/iam/policy.ts'
import { folderOf, missingFor, templateOf, templates } from '../pages/templates.ts'
import { ask, isAllowed } from '../../../test/engines/iam/statements.ts'

const ana = { 'aws:username': ['ana'] }
const target = { bucket: 'docs', folder: folderOf('/in/box/') }

const check = (id: string, expected: Record<string, boolean>, known: ConditionContext = ana) => {
  const policy = parsePolicy(templateOf(id).document(target))
  for (const [request, allowed] of Object.entries(expected))
    assert.is(isAllowed([policy], ask(request, known)), allowed, `${request} by ${id}`)
}

test('a read policy for a bucket lists and reads its objects, and grants no writes and no other bucket', () => {
  check('read', {
    's3:ListBucket docs': true,
    's3:GetObject docs/a': true,
    's3:PutObject docs/a': false,
    's3:GetObject docs-2/a': false,
  })
})

test('an upload policy for a folder allows uploads only there and no deletion', () => {
  check('folder', {
    's3:PutObject docs/in/box/a': true,
    's3:GetObject docs/in/box/a': true,
    's3:DeleteObject docs/in/box/a': false,
    's3:PutObject docs/in/a': false,
    's3:PutObject docs/in/boxes/a': false,
    's3:ListBucket docs': false,
  })
  check('folder', { 's3:ListBucket docs': true }, { ...ana, 's3:prefix': ['in/box/'] })
})

test('a write-only policy allows neither listing nor reading objects', () => {
  check('upload', {
    's3:PutObject docs/in/box/a': true,
    's3:GetObject docs/in/box/a': false,
    's3:ListBucket docs': false,
  })
})

test('with one folder per user, all users reach their own folder and no other', () => {
  check('own-folder', {
    's3:PutObject docs/ana/a': true,
    's3:DeleteObject docs/ana/a': true,
    's3:GetObject docs/ben/a': false,
    's3:GetObject docs/anas/a': false,
  })
})

test('a backup policy allows multipart uploads in its folder and nothing else', () => {
  check('backup', {
    's3:PutObject docs/in/box/a': true,
    's3:DeleteObject docs/in/box/a': true,
    's3:ListMultipartUploadParts docs/in/box/a': true,
    's3:DeleteObject docs/in/a': false,
    's3:DeleteBucket docs': false,
  })
})

test('a folder template without a folder covers the whole bucket', () => {
  const policy = parsePolicy(templateOf('upload').document({ bucket: 'docs', folder: '' }))
  assert.ok(isAllowed([policy], ask('s3:PutObject docs/a')))
  assert.not(isAllowed([policy], ask('s3:PutObject other/a')))
})

test('a template names its missing values before a policy is created', () => {
  for (const template of templates) {
    assert.is(
      missingFor(template, { bucket: '', folder: '' }),
      template.asks === 'nothing' ? false : 'Choose the bucket first',
    )
    assert.not(missingFor(template, target))
  }
  assert.match(missingFor(templateOf('upload'), { bucket: 'docs', folder: 'a*' }) || '', 'has no')
})
