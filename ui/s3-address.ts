/** Address of a bucket, folder or object, as S3 tools take it: `s3://media/posters/a.png`. */
export const s3Uri = (bucket: string, path = '') => `s3://${bucket}${path && `/${path}`}`

/** ARN of a bucket, folder or object, as policies name it. */
export const s3Arn = (bucket: string, path = '') => `arn:aws:s3:::${bucket}${path && `/${path}`}`
