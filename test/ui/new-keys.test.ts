import { assert, test } from '../lib/suite.ts'
import { credentialsFile } from '../../ui/new-keys.tsx'

test('credentials.json contains a console list of access_key and secret_key with any characters', () => {
  const keys = { accessKey: 'REPORTING-RO', secretKey: '"+/\\ü' }
  assert.equal(JSON.parse(credentialsFile([keys])), { console: [{ access_key: 'REPORTING-RO', secret_key: '"+/\\ü' }] })
})
