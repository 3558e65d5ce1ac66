import { assert, suite } from '../../../test/lib/suite.ts'
import { distributionOf } from '../sizes/distribution.ts'
import { erasureOf, paritiesOf, setSizeOf, toleranceOf } from '../sizes/erasure.ts'
import { growthOf } from '../sizes/growth.ts'
import { memoryOf } from '../sizes/memory.ts'
import { memoryFor, bytesPerNode } from '../sizes/nodes.ts'
import { nextPool } from '../sizes/pools.ts'
import { remainingQuotas } from '../sizes/quota.ts'
import { bytesOf, GIB } from '../sizes/units.ts'

const test = suite('sizes of tenants')

test('a size is parsed in Kubernetes units and no others', () => {
  const sizes = {
    '1 Gi': 1073741824,
    '12 Ti': 13194139533312,
    '2.5 Gi': 2684354560,
    '1 Pi': 1125899906842624,
    '1 B': 1,
    '1 GiB': 0,
    '1 Zi': 0,
  }
  for (const [text, bytes] of Object.entries(sizes))
    assert.is(bytesOf(...(text.split(' ') as [string, string])), bytes, text)
  for (const wrong of ['', 'abc', '-1', '1e9']) assert.ok(Number.isNaN(bytesOf(wrong, 'Gi')), wrong)
})

test('a size is divided evenly among all volumes, in whole bytes', () => {
  const rows: [string, string, number, number, number, number][] = [
    ['100', 'Gi', 4, 1, 4, 26843545600],
    ['100', 'Gi', 4, 4, 16, 6710886400],
    ['1', 'Ti', 4, 4, 16, 68719476736],
    ['1', 'Ti', 5, 3, 15, 73300775185],
    ['10', 'Gi', 3, 3, 9, 1193046471],
    ['4', 'Gi', 4, 1, 4, 1073741824],
    ['24', 'Ti', 4, 1, 4, 6597069766656],
  ]
  for (const [size, unit, servers, drives, volumes, volumeSize] of rows)
    assert.equal(distributionOf({ size, unit, servers, drives }), { servers, drives, volumes, volumeSize, error: '' })
})

test('a size that cannot be divided among the volumes is refused with the reason', () => {
  const rows: [string, string, number, number, RegExp][] = [
    ['1', 'Gi', 4, 1, /^Disk Size with this combination would be less than 1Gi/],
    ['512', 'Mi', 4, 1, /^The pool size must be greater than 1Gi$/],
    ['100', 'GiB', 4, 1, /^The pool size/],
    ['100', 'Gi', 4, 0, /^Number of drives must be at least 1$/],
    ['100', 'Gi', 4, -1, /^Number of drives/],
    ['100', 'Gi', NaN, 1, /^Some provided data is invalid/],
    ['100', 'Gi', 0, 1, /^Some provided data is invalid/],
    ['100', 'Gi', 4, 1.5, /^Some provided data is invalid/],
    ['', 'Gi', 4, 1, /^Some provided data is invalid/],
  ]
  for (const [size, unit, servers, drives, why] of rows) {
    const { error, ...numbers } = distributionOf({ size, unit, servers, drives })
    assert.match(error, why)
    assert.equal(numbers, { servers: 0, drives: 0, volumes: 0, volumeSize: 0 })
  }
})

test('the choices of parity depend on servers and drives', () => {
  const sets: Record<number, string> = {
    4: '4x1 4x5 4x7',
    5: '5x1 25x1',
    6: '6x1',
    7: '7x1',
    8: '4x2 8x1 4x10',
    9: '9x1 18x1',
    10: '2x50 5x2 10x1 20x1 5x4',
    11: '11x8',
    12: '4x3 6x2 12x1 24x1 6x4 4x6',
    14: '7x4 14x1',
    15: '15x1',
    16: '4x4 8x2 16x1 4x8 4x12 32x1 32x4 64x1',
  }
  for (const [size, placements] of Object.entries(sets))
    for (const placement of placements.split(' ')) {
      const [servers = 0, drives = 0] = placement.split('x').map(Number)
      assert.equal(setSizeOf([{ servers, drives }]), { size: Number(size) }, placement)
    }
  assert.equal(
    [4, 5, 6, 9, 16].map((size) => paritiesOf(size).join()),
    ['EC:2', 'EC:2', 'EC:3,EC:2', 'EC:4,EC:3,EC:2', 'EC:8,EC:7,EC:6,EC:5,EC:4,EC:3,EC:2'],
  )
})

test('servers and drives that form no erasure set are refused with the reason', () => {
  const why = (servers: number, drives: number) => setSizeOf([{ servers, drives }]).error ?? ''
  for (const servers of [1, 3]) assert.match(why(servers, 1), /at least 4 drives/)
  for (const servers of [17, 19, 23, 34]) assert.match(why(servers, 1), /No number from 4 to 16 divides/)
  assert.match(why(17, 2), /No number from 4 to 16 divides/)
  assert.match(why(17, 52), /be spread evenly over the servers: 17 servers with 52 drives each/)
})

test('several pools use the erasure set size that fits all of them', () => {
  assert.equal(
    setSizeOf([
      { servers: 4, drives: 4 },
      { servers: 4, drives: 2 },
    ]),
    { size: 8 },
  )
  assert.ok(setSizeOf([]).error)
})

test('each choice of parity shows usable capacity and tolerated failures, to the byte', () => {
  const ec = (highest: number) => Array.from({ length: highest - 1 }, (_, index) => `EC:${highest - index}`)
  const rows: [number, number, number, number, bigint, number, string, Record<string, [bigint, number]>][] = [
    [2, 4, 26843545600, 4, 107374182400n, 4, 'EC:2', { 'EC:2': [53687091200n, 2] }],
    [
      4,
      8,
      26843545600,
      4,
      214748364800n,
      8,
      'EC:4',
      { 'EC:4': [107374182400n, 4], 'EC:3': [134217728000n, 3], 'EC:2': [161061273600n, 2] },
    ],
    [
      8,
      16,
      67108864000,
      4,
      1073741824000n,
      16,
      'EC:8',
      {
        'EC:8': [536870912000n, 8],
        'EC:7': [603979776000n, 7],
        'EC:6': [671088640000n, 6],
        'EC:5': [738197504000n, 5],
        'EC:4': [805306368000n, 4],
        'EC:3': [872415232000n, 3],
        'EC:2': [939524096000n, 2],
      },
    ],
    [
      8,
      32,
      34359738368,
      32,
      1099511627776n,
      16,
      'EC:4',
      { 'EC:8': [549755813888n, 16], 'EC:4': [824633720832n, 8], 'EC:2': [962072674304n, 4] },
    ],
    [8, 64, 1073741824, 17, 68719476736n, 16, 'EC:4', { 'EC:8': [34359738368n, 32], 'EC:4': [51539607552n, 16] }],
    [
      4,
      40,
      2684354560,
      4,
      107374182400n,
      8,
      'EC:4',
      { 'EC:4': [53687091200n, 20], 'EC:3': [67108864000n, 15], 'EC:2': [80530636800n, 10] },
    ],
    [2, 20, 1073741824, 20, 21474836480n, 4, 'EC:2', { 'EC:2': [10737418240n, 10] }],
  ]
  for (const [highest, volumes, volumeSize, servers, raw, stripe, preset, expected] of rows) {
    const erasure = erasureOf({ choices: ec(highest), volumes, volumeSize, servers })
    assert.equal(
      [erasure?.raw, erasure?.stripe, erasure?.preset, erasure?.factors.length],
      [raw, stripe, preset, highest - 1],
    )
    for (const [choice, [capacity, failures]] of Object.entries(expected)) {
      const found = erasure?.factors.find((factor) => factor.choice === choice)
      assert.equal([found?.capacity, found?.failures], [capacity, failures], `${choice} of ${volumes}`)
    }
  }
  assert.is(erasureOf({ choices: [], volumes: 50, volumeSize: 5000, servers: 4 }), undefined)
  const huge = erasureOf({ choices: ec(8), volumes: 4096, volumeSize: 16 * 1024 ** 4 + 1, servers: 256 })
  assert.is(huge?.raw, 72057594037932032n, 'sizes above 2^53 are computed to the byte')
})

test('servers may fail while a set loses at most as many drives as its parity', () => {
  assert.equal(toleranceOf({ servers: 4, size: 16, parity: 4 }), { drives: 4, servers: 1 })
  assert.equal(toleranceOf({ servers: 4, size: 16, parity: 3 }), { drives: 3, servers: 0 })
  assert.equal(toleranceOf({ servers: 32, size: 16, parity: 4 }), { drives: 4, servers: 4 })
})

test('memory grows with the capacity of a tenant up to that of the nodes', () => {
  const Ti = 1024 ** 4
  const rows: [number, number, number, number, number][] = [
    [2, 16 * GIB, 32, 2, 2],
    [2, 0, 8, 2, 2],
    [2, Ti, 64, 2, 8],
    [2, 10 * Ti, 64, 2, 16],
    [2, 100 * Ti, 64, 2, 32],
    [2, 100 * Ti, 8, 2, 8],
    [2, 1024 * Ti, 256, 2, 64],
    [100, 1024 * Ti, 256, 100, 100],
    [48, 0, 256, 48, 48],
  ]
  for (const [requested, capacity, most, request, limit] of rows)
    assert.equal(
      memoryOf({ requested: requested, capacity, most: most * GIB }),
      { request: request * GIB, limit: limit * GIB, error: '' },
      `${requested} of ${capacity}`,
    )
  const wrong: [number, number, number, RegExp][] = [
    [64, Ti, 32, /greater than the max available memory/],
    [1, 100 * GIB, 8, /must be greater than 2Gi/],
    [NaN, 100 * GIB, 8, /must be greater than 2Gi/],
    [2, 100 * GIB, 1, /There are not enough memory resources available/],
    [2, 100 * GIB, 0, /There is no memory available/],
  ]
  for (const [requested, capacity, most, why] of wrong) {
    const { error, ...numbers } = memoryOf({ requested: requested, capacity, most: most * GIB })
    assert.match(error, why)
    assert.equal(numbers, { request: 0, limit: 0 })
  }
})

test('the number of nodes with at least the requested memory is counted', () => {
  const rows: [number[], number, number][] = [
    [[4, 8, 8, 16, 16, 16, 24, 24, 64], 4, 16],
    [[4, 8, 64], 4, 0],
    [[], 4, 0],
    [[], 0, 0],
    [[4, 8, 64], 1, 64],
    [[8, 64, 4], 2, 8],
    [[0, 0, 0, 0, 4, 8, 8, 16, 16, 16, 24, 24, 64, 32, 32, 32, 32], 4, 32],
    [[2, 4, 8, 8], 4, 2],
    [[2, 4, 8, 8, 16], 4, 4],
  ]
  for (const [sizes, count, most] of rows)
    assert.is(bytesPerNode(sizes.map(BigInt), count), BigInt(most), `${sizes} ${count}`)
})

const node = (memory: bigint | undefined, ...taints: string[]) => ({
  memory,
  taints: taints.map((effect) => ({ key: 'dedicated', effect })),
})
const leader = (key: string) => ({
  memory: 64n,
  taints: [{ key: `node-role.kubernetes.io/${key}`, effect: 'NoSchedule' }],
})

test('nodes that accept no pods are excluded, each once for any number of reasons', () => {
  const four = [node(6n), node(8n, 'PreferNoSchedule'), node(10n), node(12n)]
  assert.is(memoryFor([...four, node(99n, 'NoSchedule', 'NoSchedule')], 4), 6n)
  assert.is(memoryFor([...four, node(99n, 'NoExecute')], 4), 6n)
  assert.is(
    memoryFor([node(6n), node(8n), node(10n), node(undefined)], 4),
    0n,
    'a node that does not say is not counted on',
  )
})

test('too few nodes are reported with the available ones', () => {
  const errorOf = (nodes: Parameters<typeof memoryFor>[0], count: number) => {
    try {
      return memoryFor(nodes, count)
    } catch (error) {
      return (error as { status: number; message: string }).status === 507 ? (error as Error).message : error
    }
  }
  const free = [node(8n), node(8n), node(8n), node(8n)]
  const tainted = node(8n, 'NoSchedule')
  assert.is(errorOf(free, 3), 'at least 4 nodes are required for a tenant')
  assert.is(
    errorOf([...free, leader('master'), leader('control-plane')], 5),
    'there are not enough nodes in the cluster to support this tenant',
  )
  assert.is(errorOf([...free, tainted, tainted], 5), 'cannot request more nodes than what is available in the cluster')
  assert.is(errorOf([...free, tainted], 5), 'there is not enough schedulable nodes to satisfy this requirement')
})

test('the rest of a quota is reported by storage class only', () => {
  const suffix = '.storageclass.storage.k8s.io/requests.storage'
  const elements = [
    { name: `standard${suffix}`, hard: 1099511627776, used: 107374182400 },
    { name: `fast${suffix}`, hard: 9223372036854775807 },
    { name: `full${suffix}`, hard: 5, used: 9 },
    { name: 'requests.storage', hard: 5 },
    { name: 'persistentvolumeclaims', hard: 5 },
  ]
  assert.equal(remainingQuotas(elements), [
    { name: 'standard', left: 992137445376 },
    { name: 'fast', left: 9223372036854775807 },
    { name: 'full', left: 0 },
  ])
})

test('a new pool has the next unused name', () => {
  assert.equal(
    [[], ['pool-0', 'pool-1'], ['pool-0', 'pool-2'], [undefined, ''], ['a']].map((names) => nextPool(names)),
    ['pool-0', 'pool-2', 'pool-3', 'pool-2', 'pool-1'],
  )
})

test('a new pool does not get the name of a former one with remaining volumes', () => {
  assert.is(nextPool(['pool-0'], ['pool-0', 'pool-1', 'pool-2']), 'pool-3')
  assert.is(nextPool(['pool-0'], ['pool-7']), 'pool-1')
})

test('a new pool has the parity of its tenant: the configured one, or that of the first pool', () => {
  const four = { servers: 4, drives: 4 }
  const grown = growthOf({ ...four, volumeSize: 1024 * GIB }, [four], '')
  assert.equal(grown, {
    each: 4096 * GIB,
    total: 16384 * GIB,
    set: 16,
    parity: 4,
    usable: 12288 * GIB,
    tolerance: { drives: 4, servers: 1 },
  })
  assert.is(growthOf({ ...four, volumeSize: GIB }, [four], 'EC:8').usable, 8 * GIB)
  assert.is(
    growthOf({ ...four, volumeSize: GIB }, [{ servers: 4, drives: 1 }], '').parity,
    2,
    'a set of four keeps two',
  )
  assert.is(growthOf({ servers: 6, drives: 1, volumeSize: GIB }, [{ servers: 6, drives: 1 }], '').parity, 3)
})

test("a pool that cannot hold the tenant's parity, or whose drives form no set, is reported", () => {
  const problem = (servers: number, drives: number, configured?: string) =>
    growthOf({ servers, drives, volumeSize: GIB }, [{ servers: 4, drives: 4 }], configured).problem
  assert.is(
    problem(4, 1, ''),
    'The tenant uses EC:4, which requires erasure sets of at least 8 drives. This pool would have 4',
  )
  assert.is(problem(4, 1, 'EC:2'), undefined)
  assert.match(problem(17, 1, '') ?? '', /No number from 4 to 16 divides all drives/)
  assert.match(problem(1, 1) ?? '', /A pool needs at least 4 drives/)
  assert.is(problem(4, 1), undefined, 'values that may not be read are not guessed')
})
