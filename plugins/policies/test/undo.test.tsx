import { suite } from '../../../test/lib/suite.ts'
import { assert } from '../../../test/lib/suite.ts'
import { defineUndoTests, fill, pressButton, reading, sending } from '../../../test/lib/undo.tsx'
import { field, until } from '../../../test/lib/react.tsx'
import PolicyPage from '../pages/policy.tsx'
import { navigate } from '../../../test/core/fake-server.ts'

const documentOf = (action: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Sid: 'Team', Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::photos/*'] }],
  })
const save = (action: string) => sending(['POST', '/api/v1/policies', { name: 'team', policy: documentOf(action) }])

defineUndoTests(suite('Undo of policies'), ['policies'], {
  'of editing a policy restores it': {
    arrange: save('s3:GetObject'),
    element: () => {
      navigate('/policies/team?tab=json')
      return <PolicyPage params={{ '*': 'team' }} />
    },
    act: async () => {
      await fill('Policy document', documentOf('s3:PutObject'))
      await pressButton('Save')
    },
    read: reading('/api/v1/policy?name=team'),
    otherChange: save('s3:DeleteObject'),
    after: () => until(() => assert.match((field('Policy document') as HTMLTextAreaElement).value, /GetObject/)),
  },
})
