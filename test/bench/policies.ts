import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { openStore } from '../../engines/embedded/store/store.ts'
import { parsePolicy } from '../../engines/iam/policy.ts'
import { hostOn } from '../server/host.ts'
import { actAs } from '../lib/ports.ts'
import { atMost } from '../lib/measure.ts'

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const limited = { accessKey: 'limited', secretKey: 'limited-secret' }
const hostile = { accessKey: 'hostile', secretKey: 'hostile-secret' }
const sizes = { buckets: 1000, users: 1000 }

type Statement = { Effect: 'Allow' | 'Deny'; Action: string[]; Resource: string[] }
const document = (statements: readonly Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements })

/** Typical statements: buckets with folders, some with a wildcard, some denied. */
const typicalPolicies = (count: number, seed: number) =>
  document(
    Array.from({ length: count }, (_, n): Statement => {
      const name = n % 3 ? `arn:aws:s3:::team-${seed}-${n}` : `arn:aws:s3:::bucket-0${seed % 10}*${n % 10}`
      return {
        Effect: n % 10 === 9 ? 'Deny' : 'Allow',
        Action: ['s3:Get*', 's3:PutObject', 's3:ListBucket'],
        Resource: [name, `${name}/data/*.${n % 4 ? 'csv' : 'json'}`],
      }
    }),
  )

/** A policy of 20 kB, the maximum, full of patterns that are slow to match in a key of only `a`. */
const slowest = (...patterns: string[]) =>
  document([
    { Effect: 'Allow', Action: ['s3:*'], Resource: patterns.map((pattern) => `arn:aws:s3:::${pattern}`) },
    { Effect: 'Deny', Action: ['s3:*'], Resource: patterns.map((pattern) => `arn:aws:s3:::${pattern}`) },
  ])

const fill = async (folder: string) => {
  const engine = await createEmbeddedEngine({ folder, root })
  const { identity, policies } = await actAs(engine, await engine.login(root))
  await policies.set('usual', typicalPolicies(60, 1))
  await policies.set('stars', slowest(`*/${'*a'.repeat(2000)}b`, `b/${'a*?'.repeat(1200)}b`))
  await policies.set(
    'parts',
    slowest(...Array.from({ length: 12 }, (_, n) => `*${'a?'.repeat(230 + n)}b*${'a'.repeat(200)}b*`)),
  )
  await policies.set('many', slowest(...Array.from({ length: 300 }, (_, n) => `b/*a*${n}*`)))
  await identity.addUser({ ...limited, groups: [], policies: ['usual'] })
  await identity.addUser({ ...hostile, groups: [], policies: ['stars', 'parts', 'many'] })
  await engine.close()

  const { index, close } = await openStore(folder)
  await index.write(() => {
    for (let n = 0; n < sizes.buckets; n += 1) {
      const bucket = {
        id: 1000 + n,
        name: `bucket-${String(n).padStart(4, '0')}`,
        created: Date.now(),
        versioning: 'off',
        locking: false,
      } as const
      void index.buckets.put(bucket.name, bucket)
      void index.usage.put(bucket.id, { size: 0, objects: 0, versions: 0 })
    }
    for (let n = 0; n < sizes.users; n += 1) {
      void index.policies.put(`team-${n}`, typicalPolicies(20, n))
      void index.users.put(`user-${n}`, { secret: '', status: 'enabled', policies: [`team-${n}`], groups: [] })
    }
  })
  await close()
}

/** A policy of almost 20 kB in which every condition key must be valid for every action. */
const crowded = () => {
  const masked = (mask: number) =>
    [...'RestoreObject'].map((character, at) => ((mask >> at) & 1 ? '?' : character)).join('')
  const Action = Array.from({ length: 450 }, (_, n) => `s3:${masked(n)}`)
  const keys = Array.from({ length: 280 }, (_, n) => [`s3:ExistingObjectTag/k${n}`, ['v']])
  const statement = {
    Effect: 'Allow',
    Action,
    Resource: ['arn:aws:s3:::*'],
    Condition: { StringEquals: Object.fromEntries(keys) },
  }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
}

type Spent = { busy: number; longest: number }

/** CPU time of this process in ms, which is independent of other processes. */
const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Time that some work blocks the event loop, in ms. */
const blockedTimeOf = async (act: () => Promise<unknown>) => {
  const [started, before] = [performance.now(), used()]
  await act()
  return Math.min(performance.now() - started, used() - before)
}

/** Longest time that some work blocks the event loop, in ms. */
const longestBlockOf = async (act: () => Promise<unknown>) => {
  const loopTurns = { longest: 0, since: performance.now(), used: used(), on: true }
  const watch = (async () => {
    while (loopTurns.on) {
      await setImmediate()
      const [now, cpuTime] = [performance.now(), used()]
      loopTurns.longest = Math.max(loopTurns.longest, Math.min(now - loopTurns.since, cpuTime - loopTurns.used))
      Object.assign(loopTurns, { since: now, used: cpuTime })
    }
  })()
  await act()
  loopTurns.on = false
  await watch
  return loopTurns.longest
}

/** Median of several runs. */
const medianOf = async (runs: number, act: () => Promise<unknown>): Promise<Spent> => {
  for (let warm = 0; warm < 5; warm += 1) await act()
  const all: Spent[] = []
  for (let run = 0; run < runs; run += 1)
    all.push({ busy: await blockedTimeOf(act), longest: await longestBlockOf(act) })
  const middle = (of: (spent: Spent) => number) => all.map(of).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
  return { busy: middle(({ busy }) => busy), longest: middle(({ longest }) => longest) }
}

/** Measures the cost of policy evaluation with many callers and policies, and with malicious policies. */
export const measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fill(folder)
  const engine = await createEmbeddedEngine({ folder, root })
  const host = await hostOn(engine, root)
  const [asRoot, asLimited, asHostile] = [await host.as(root), await host.as(limited), await host.as(hostile)]
  const callOnce = async (sent: ReturnType<typeof asRoot>, least: number) => {
    const { statusCode, payload } = await sent
    if (statusCode >= 300 || payload.length < least) throw new Error(`Answered ${statusCode}: ${payload.slice(0, 300)}`)
  }

  const list = await medianOf(11, () => callOnce(asLimited('GET', '/api/v1/buckets'), 500))
  const actions = Array.from({ length: 100 }, (_, n) => ({
    id: String(n),
    action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'][n % 4],
    bucket_name: 'b',
    object: 'a'.repeat(n % 2 ? 1026 : 1020) + (n % 2 ? '' : '**'),
  }))
  const may = (send: typeof asRoot) =>
    medianOf(11, () => callOnce(send('POST', '/api/v1/has-permission', { actions }), 2000))
  const [plain, worst] = [await may(asLimited), await may(asHostile)]
  const audit = await medianOf(5, () => callOnce(asRoot('GET', '/api/v1/bucket-users/bucket-0012'), 100))
  const crowd = crowded()
  const reading = await medianOf(5, async () => parsePolicy(crowd))
  await host.stop()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  return [
    atMost('event loop blocked by the list of 1,000 buckets of a user with 60 statements', list.busy, 'ms', 50),
    atMost('has-permission with 100 of the longest keys, a user with 60 statements', plain.busy, 'ms', 5),
    atMost(
      'longest block of the event loop by has-permission with 60 kB of the slowest patterns',
      worst.longest,
      'ms',
      20,
    ),
    atMost('has-permission with 100 of the longest keys, 60 kB of the slowest patterns', worst.busy, 'ms', 200),
    atMost('parsing a policy of 20 kB of actions and condition keys', reading.busy, 'ms', 20),
    atMost(
      'longest block of the event loop by an audit of 1,000 users with 20 statements each',
      audit.longest,
      'ms',
      20,
    ),
  ]
}
