import { assert, test } from '../../../test/lib/suite.ts'
import { writableFolders } from '../pages/use-upload.ts'

const statement = (effect: 'Allow' | 'Deny', actions: string[], ...resources: string[]) => ({
  effect,
  actions,
  resources: resources.map((resource) => `arn:aws:s3:::${resource}`),
})

test('folders below the current one that policies allow uploads to are named', () => {
  const statements = [
    statement('Allow', ['s3:PutObject'], 'docs/team/in/*', 'docs/team/*.txt', 'other/in/*'),
    statement('Allow', ['s3:Put*'], 'docs/drop/2026-*'),
    statement('Allow', ['s3:GetObject'], 'docs/read/*'),
    statement('Deny', ['s3:PutObject'], 'docs/locked/*'),
    statement('Allow', ['*'], 'docs/${aws:username}/*'),
  ]
  assert.equal(writableFolders(statements, 'docs', ''), ['drop/', 'team/', 'team/in/'])
  assert.equal(writableFolders(statements, 'docs', 'team/'), ['team/in/'])
  assert.equal(writableFolders(statements, 'docs', 'drop/'), [])
})
