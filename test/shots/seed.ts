import { type Send, signIn, type TestServer } from '../lib/server.ts'

const KiB = 1024
const MiB = 1024 * KiB

/** Objects of the folder in the screenshots. */
const campaign = {
  'drafts/poster-1.png': 310 * KiB,
  'final/poster.png': 840 * KiB,
  'photos/market.jpg': 1.4 * MiB,
  'brief.pdf': 214 * KiB,
  'budget.csv': 18 * KiB,
  'cover.png': 96 * KiB,
  'interview.mp4': 7.6 * MiB,
  'logo.svg': 4 * KiB,
  'notes.md': 2.4 * KiB,
  'poster.jpg': 1.1 * MiB,
  'press-release.docx': 61 * KiB,
  'schedule.json': 9 * KiB,
  'teaser.mp4': 3.2 * MiB,
  'visitors.parquet': 2.3 * MiB,
}

const others = { backups: 9, invoices: 24, logs: 40, website: 16 }

const types: Record<string, string> = { mp4: 'video/mp4', pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' }

const statement = (actions: string[], resources: string[]) => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
})

const policies = {
  'campaign-uploads': [
    statement(['s3:ListBucket'], ['media']),
    statement(['s3:PutObject', 's3:GetObject'], ['media/campaign/*']),
  ],
  'invoices-read': [statement(['s3:GetObject', 's3:ListBucket'], ['invoices', 'invoices/*'])],
  'logs-read': [statement(['s3:GetObject', 's3:ListBucket'], ['logs', 'logs/*'])],
  'service-accounts-own': [{ Effect: 'Allow', Action: ['admin:ListServiceAccounts'] }],
  'website-deploy': [statement(['s3:*'], ['website', 'website/*'])],
}

const users = {
  'ana.moreau': {
    policies: ['campaign-uploads', 'invoices-read', 'logs-read', 'service-accounts-own'],
    groups: ['editors', 'marketing'],
  },
  'ben.okafor': { policies: ['website-deploy'], groups: ['developers'] },
  'chiara.rossi': { policies: ['readonly'], groups: ['marketing'] },
}

/** Fills a new console with the data of a small company; returns a function that sends requests as root. */
export const seed = async ({ url, root }: TestServer): Promise<Send> => {
  const send = await signIn(url, root)
  const ask = async (...parts: Parameters<Send>) => {
    const { status, text } = await send(...parts)
    if (status >= 300) throw new Error(`${parts[0]} ${parts[1]} answered ${status}: ${text}`)
  }
  const put = (bucket: string, key: string, size: number) => {
    const body = new FormData()
    const type = types[key.split('.').at(-1) ?? ''] ?? 'text/plain'
    const blob = new Blob([new Uint8Array(Math.round(size)).fill(32)], { type })
    body.append(String(blob.size), blob, 'file')
    return ask('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`, body)
  }
  await ask('POST', '/api/v1/buckets', { name: 'media', versioning: true })
  for (const [key, size] of Object.entries(campaign)) await put('media', `campaign/${key}`, size)
  for (const [name, objects] of Object.entries(others)) {
    await ask('POST', '/api/v1/buckets', { name })
    for (let n = 1; n <= objects; n += 1)
      await put(name, `2026/${name}-${String(n).padStart(3, '0')}`, (60 + n * 7) * KiB)
  }
  for (const [name, statements] of Object.entries(policies))
    await ask('POST', '/api/v1/policies', {
      name,
      policy: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
    })
  for (const [accessKey, { policies }] of Object.entries(users))
    await ask('POST', '/api/v1/users', { accessKey, secretKey: 'a-good-password', groups: [], policies })
  const groups = [...new Set(Object.values(users).flatMap(({ groups }) => groups))]
  for (const group of groups) {
    const members = Object.entries(users).flatMap(([name, person]) => (person.groups.includes(group) ? [name] : []))
    await ask('POST', '/api/v1/groups', { group, members })
  }
  return send
}

/** Simulates use of the console: reads, writes, and a few refused requests. */
export const simulateUse = async ({ url }: TestServer, root: Send) => {
  const ana = await signIn(url, { accessKey: 'ana.moreau', secretKey: 'a-good-password' })
  const body = () => {
    const form = new FormData()
    form.append('5', new Blob(['hello']), 'file')
    return form
  }
  for (let round = 0; round < 2; round += 1) {
    await ana('GET', '/api/v1/buckets')
    await ana('GET', '/api/v1/buckets/media/objects?prefix=campaign%2F')
    await ana('POST', `/api/v1/buckets/media/objects/upload?key=campaign%2Fdrafts%2Fdraft-${round}.txt`, body())
    await ana('DELETE', '/api/v1/buckets/media/objects?path=campaign%2Fbrief.pdf')
    await root('GET', '/api/v1/users')
    await root('GET', '/api/v1/buckets/invoices/objects?prefix=2026%2F')
    await root('GET', '/api/v1/policies')
  }
}
