const listOf = (title, reasons) =>
  reasons.length > 0 ? [title, '', ...reasons.map((reason) => `- ${reason}`), ''] : []

/** Text of docs/compatibility.md for the results of the conformance suites on plain S3 servers. */
export const compatibilityPage = (results) => {
  const suites = [...new Set(results.flatMap((result) => Object.keys(result.suites)))].sort()
  const cellOf = (result, suite) => {
    const counts = result.suites[suite]
    return counts ? `${counts.passed} of ${counts.tests}` : '–'
  }
  return [
    '# Compatibility',
    '',
    'Tests that passed on real servers: of the [S3 engine](s3-server.md) on plain S3 servers, and of the MinIO engine on',
    'older releases. The others need something that the server does not offer or does differently, as listed below.',
    'Tests that need users and policies of MinIO are not counted on plain S3 servers; a dash is a set of such tests.',
    '`node test/compatibility/run.mjs` runs them and writes this page.',
    '',
    `| Tests | ${results.map(({ title }) => title).join(' | ')} |`,
    `|---|${'---|'.repeat(results.length)}`,
    ...suites.map((suite) => `| ${suite} | ${results.map((result) => cellOf(result, suite)).join(' | ')} |`),
    '',
    ...results.flatMap(({ title, missing, different }) =>
      missing.length + different.length > 0
        ? [`## ${title}`, '', ...listOf('Not offered:', missing), ...listOf('Different from MinIO:', different)]
        : [],
    ),
  ].join('\n')
}
