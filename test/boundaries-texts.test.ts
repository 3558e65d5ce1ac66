import { assert, test } from './lib/suite.ts'
import { sources } from './boundaries.ts'
import { sentencesIn } from './boundaries-texts.ts'

/** Files whose long texts are no sentences of the console, or which are tables of such sentences. */
const allowed: Readonly<Record<string, string>> = {
  'core/protocol/features.ts': 'a table of features and the sentences about them',
  'core/protocol/format.ts': 'names of scripts',
  'engines/embedded/configuration.ts': 'a table of settings and their descriptions',
  'engines/iam/document.ts': 'names of actions',
  'engines/iam/keys.ts': 'names of condition keys',
  'engines/iam/vocabulary.ts': 'a table of actions and their descriptions',
  'engines/kubernetes/demo/admission.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/api-server.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/directpv-simulator.ts': 'words of DirectPV',
  'engines/kubernetes/demo/logs.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/objects.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/operator-simulator.ts': 'words of the MinIO operator',
  'engines/kubernetes/demo/patch.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/sample-logs.ts': 'words of MinIO',
  'engines/kubernetes/demo/schema.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/seed-problems.ts': 'words of Kubernetes',
  'engines/kubernetes/demo/watch-objects.ts': 'words of Kubernetes',
  'engines/kubernetes/yaml-worker.ts': 'a function that runs as text in a worker, where imports are missing',
  'plugins/logs/backend/records/schema.ts': 'SQL',
  'plugins/object-browser/pages/actions/commands.ts': 'commands of mc and aws',
  'server/metrics.ts': 'a table of metrics and their descriptions',
}

const found = (text: string) => sentencesIn({ path: 'x.tsx', text }).length

test('a sentence is found in literals, templates and JSX, and labels and values are not', () => {
  for (const text of [
    "const text = 'It cannot be undone.'",
    'const text = `The bucket ${name} does not exist`',
    'const view = <p>Deletes the object for good.</p>',
    'const view = <Page text="A tier is a remote bucket." />',
  ])
    assert.is(found(text), 1, text)
  for (const text of [
    "const label = 'Delete Bucket'",
    "const label = 'Last 7 days'",
    "const is = error.code === 'The bucket does not exist here.'",
    "const is = text.includes('does not exist on this server')",
    "import 'a very long name of a module.'",
    "type A = 'one of the words of this type.'",
    'const line = `${address} - ${account} [${time}] "${method} ${url} ${protocol}" ${status} ${size}`',
    "const query = 'max(minio_cluster_bucket_total) or count(count by (bucket) (minio_bucket_usage_total))'",
    'const view = <iframe sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups" />',
    "const response = 'HTTP/1.1 502 Bad Gateway, connection: close, content-length: 0'",
    'const view = <p>Deletes the object <b>for good</b> and all its versions.</p>',
  ])
    assert.is(found(text), 0, text)
})

test('sentences of a plugin, an engine and the rest of the console are in messages.ts, to be read together', () => {
  const files = sources().filter(
    ({ path }) =>
      /^(core|engines|plugins|server|ui)\//.test(path) && !/\/test\/|\/messages\.ts$|\.css\.ts$|\.d\.ts$/.test(path),
  )
  assert.ok(files.length > 1000)
  assert.equal(files.filter(({ path }) => !Object.hasOwn(allowed, path)).flatMap(sentencesIn), [])
  for (const path of Object.keys(allowed))
    assert.ok(
      files.some((file) => file.path === path && sentencesIn(file).length > 0),
      path,
    )
})
