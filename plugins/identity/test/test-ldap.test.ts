import { createServer } from 'node:net'
import { assert, suite } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import testDirectory from '../minio/test-ldap.ts'
import { type Directory, hasDirectory, noDirectory, startDirectory } from '../../../test/lib/ldap.ts'

const outbound = createOutbound({ allowed: ['127.0.0.1'] })
const noUser = { user: '', password: '' }

const test = suite('test of a directory', hasDirectory() ? undefined : noDirectory)
let directory: Directory
let values: Record<string, string>

const outcomes = async (more: Record<string, string> = {}, as = noUser) =>
  (await testDirectory({ ...values, ...more }, { outbound, ...as })).map(
    ({ outcome, title: step, detail }) => `${outcome}: ${step}${detail ? ` – ${detail}` : ''}`,
  )

test.before(async () => {
  directory = await startDirectory({ anna: 'anna-password', ben: 'ben-password' }, { storage: ['anna', 'ben'] })
  values = Object.fromEntries(
    Object.entries(directory.environment).map(([name, value]) => [
      name.replace('MINIO_IDENTITY_LDAP_', '').toLowerCase(),
      value,
    ]),
  )
})

const passed = ({ from, to }: { from: number; to: number }, all: readonly string[]) =>
  all.slice(from, to).every((one) => one.startsWith('passed'))

test("the test connects, binds, finds the user, signs in as the user and finds the user's groups", async () => {
  const all = await outcomes({}, { user: 'anna', password: 'anna-password' })
  assert.is(all.length, 6)
  assert.ok(passed({ from: 0, to: 6 }, all), all.join('\n'))
  assert.ok(
    all[3]?.includes(directory.nameOf('anna')) && all[5]?.includes(directory.groupNameOf('storage')),
    all.join('\n'),
  )
})

test('without a user name the other steps run, and the skipped ones have the reason', async () => {
  const all = await outcomes()
  assert.ok(
    passed({ from: 0, to: 3 }, all) && all.slice(3).every((one) => one.startsWith('skipped') && one.includes('Enter')),
    all.join('\n'),
  )
})

test('the test ends at the invalid setting: address, lookup user, base, filter, user name or password', async () => {
  const last = async (more: Record<string, string>, as = noUser) => (await outcomes(more, as)).at(-1) ?? ''
  assert.match(
    await last({ server_addr: '127.0.0.1:1' }),
    /^failed: The directory accepts connections .*cannot be reached/,
  )
  assert.match(
    await last({ server_addr: '10.0.0.1:389' }),
    /^failed: .*server_addr: "10.0.0.1" is in the console's internal network/,
  )
  assert.match(await last({ server_insecure: 'off' }), /^failed: The directory accepts connections/)
  assert.match(await last({ server_starttls: 'on' }), /^failed: The directory accepts connections/)
  assert.match(
    await last({ lookup_bind_password: 'wrong' }),
    /^failed: The lookup account signs in .*DN or the password is wrong/,
  )
  assert.match(
    await last({ user_dn_search_base_dn: 'ou=nowhere,dc=example,dc=org' }),
    /^failed: The base DN of users .*no such entry/,
  )
  for (const filter of ['(uid=%s', 'uid', '(&(a=b)', '(!(a=b)(c=d))', '(a=(b)'])
    assert.match(
      await last({ user_dn_search_filter: filter }, { user: 'anna', password: '' }),
      /^failed: The user is found .*is not valid/,
      filter,
    )
  assert.match(
    await last({ user_dn_search_filter: '(uid=%s' }, { user: 'anna', password: '' }),
    /^failed: The user is found .*is not valid/,
  )
  assert.match(
    await last({ user_dn_search_filter: '(sn=*)' }, { user: 'anna', password: '' }),
    /^failed: .*matches 2 entries/,
  )
  assert.match(
    await last({}, { user: 'nobody', password: '' }),
    /^failed: The user is found .*no entry matches \(uid=nobody\)/,
  )
  assert.match(await last({}, { user: 'ann*', password: '' }), /^failed: The user is found .*no entry matches/)
  assert.match(
    await last({}, { user: 'anna', password: 'wrong' }),
    /^failed: The user signs in .*DN or the password is wrong/,
  )
})

test('filters without parentheses, with several parts and with international characters find their users', async () => {
  for (const filter of [
    'uid=%s',
    '(&(uid=an*a)(!(uid=ben)))',
    '(|(uid=%s)(uid=ä*))',
    '(uid:caseExactMatch:=%s)',
    '(uid=\\61nna)',
  ]) {
    const all = await outcomes({ user_dn_search_filter: filter }, { user: 'anna', password: 'anna-password' })
    assert.ok(all[3]?.includes(directory.nameOf('anna')), `${filter}: ${all.join('\n')}`)
  }
})

test('a server that sends data without end is disconnected', async () => {
  const server = createServer((socket) => {
    // the header of a message that never completes
    socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]))
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
    }
    socket.on('drain', more).on('error', () => undefined)
    more()
  })
  const port = await listen(server)
  const all = await outcomes({ server_addr: `127.0.0.1:${port}` })
  assert.match(
    all.at(-1) ?? '',
    /^failed: The lookup account signs in .*does not respond like an LDAP directory.*too large/s,
  )
})

test('a response that is not LDAP is reported without waiting', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const port = await listen(server)
  const all = await outcomes({ server_addr: `127.0.0.1:${port}` })
  assert.match(all.at(-1) ?? '', /^failed: The lookup account signs in .*does not respond like an LDAP directory/)
})
