import { createHash } from 'node:crypto'

/** Package URL: `pkg:npm/%40scope/name@version`. */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const licensesOf = ({ license }) =>
  !license ? [] : /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

const hashesOf = ({ integrity }) => {
  const [algorithm, value] = integrity?.split('-') ?? []
  return algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(value, 'base64').toString('hex') }] : []
}

const componentOf = (entry) => ({
  type: 'library',
  'bom-ref': `${purlOf(entry)}#${entry.path}`,
  name: entry.name,
  version: entry.version,
  purl: purlOf(entry),
  licenses: licensesOf(entry),
  hashes: hashesOf(entry),
  scope: entry.optional ? 'optional' : 'required',
})

/** UUID (version 5 form) of a text, so that the same version always has the same serial number. */
const uuidOf = (text) => {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x50
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Software bill of materials in CycloneDX 1.6. `epoch` is its time in seconds since 1970. */
export const sbom = ({ name, version, license, description }, packages, epoch) => {
  const components = packages.map(componentOf)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([name, version, components]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${name}@${version}`,
        name,
        version,
        description,
        purl: `pkg:npm/${name}@${version}`,
        licenses: [{ license: { id: license } }],
      },
    },
    components,
  }
}
