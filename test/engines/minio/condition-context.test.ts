import { assert, test } from '../../lib/suite.ts'
import { displayNameOf, conditionContextOf, userConditionContext } from '../../../engines/minio/condition-context.ts'

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const origin = { address: '198.51.100.7', secure: true }
const dn = 'uid=anna,ou=people,dc=example'

const facts = (account: string, claims: object | undefined) =>
  conditionContextOf({ account, sessionToken: claims ? token(claims) : '' }, { origin, secure: false })

test('token claims have the names of policy conditions, and services share one', () => {
  const context = facts('hash', { preferred_username: 'anna', email: 'anna@example.com', groups: ['staff', 'dev'] })
  assert.equal(context['jwt:preferred_username'], ['anna'])
  assert.equal(context['jwt:email'], ['anna@example.com'])
  for (const key of ['jwt:groups', 'aws:groups', 'ldap:groups']) assert.equal(context[key], ['staff', 'dev'], key)
  assert.equal([context['aws:username'], context['aws:userid']], [['hash'], ['hash']])
  assert.equal(context['jwt:sub'], [])
})

test('a directory user has a short name and unknown groups', () => {
  const context = facts(dn, { ldapUser: dn, ldapUsername: 'anna', parent: dn })
  assert.equal([context['ldap:username'], context['aws:username']], [['anna'], ['anna']])
  assert.equal([context['ldap:user'], context['aws:userid']], [[dn], [dn]])
  assert.equal([context['ldap:groups'], context['aws:groups']], ['unknown', 'unknown'])
})

test('a local user has no groups in conditions, even as a member of groups', () => {
  for (const context of [facts('bob', { parent: 'bob', accessKey: 'X' }), userConditionContext('bob')]) {
    assert.equal(context['aws:groups'], [])
    assert.equal(context['ldap:username'], ['bob'])
  }
})

test('access keys without a token have unknown conditions of their owner', () => {
  assert.equal(facts(dn, undefined)['ldap:username'], 'unknown')
  const context = facts('bob', undefined)
  assert.equal(
    [context['aws:username'], context['jwt:email'], context['aws:principaltype']],
    [['bob'], 'unknown', 'unknown'],
  )
})

test('the client address and the transport to the storage are condition keys', () => {
  const context = facts('bob', { parent: 'bob' })
  assert.equal([context['aws:SourceIp'], context['aws:SecureTransport']], [['198.51.100.7'], ['false']])
  const background = conditionContextOf(
    { account: 'bob', sessionToken: token({}) },
    { origin: undefined, secure: true },
  )
  assert.equal([background['aws:SourceIp'], background['aws:SecureTransport']], ['unknown', ['true']])
})

test('an account is named by the first of its claims that identifies a person', () => {
  const named = (claims: object) => displayNameOf({ account: 'hash', sessionToken: token(claims) })
  assert.is(named({ sub: '1', name: 'Anna A.', upn: 'anna@corp', email: 'a@b', preferred_username: 'anna' }), 'anna')
  assert.is(named({ sub: '1', name: 'Anna A.', upn: 'anna@corp' }), 'anna@corp')
  assert.is(named({ sub: '1', name: 'Anna A.' }), 'Anna A.')
  assert.is(named({ sub: '1', name: '' }), '1')
  assert.is(named({ parent: 'bob' }), 'hash')
  assert.is(displayNameOf({ account: 'bob', sessionToken: '' }), 'bob')
})
