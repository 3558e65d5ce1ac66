import { chromium } from 'playwright-core'
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
const port = 9500 + Math.floor(Math.random()*300)
const data = mkdtempSync('/tmp/shotdata-')
const p = spawn('node', ['dist/server/main.mjs','--port',String(port),'--data',data], { env: {...process.env, CONSOLE_ROOT_USER:'admin', CONSOLE_ROOT_PASSWORD:'correct-horse'}, stdio:'inherit' })
const url = `http://127.0.0.1:${port}`
for (let i=0;i<100;i++){ try{ if((await fetch(url+'/readyz')).ok) break }catch{} await new Promise(r=>setTimeout(r,100)) }
const post = (cookie)=>async(path,body,method='POST')=>{const r=await fetch(url+path,{method,headers:{'content-type':'application/json',origin:url,...(cookie&&{cookie})},body:JSON.stringify(body)});if(!r.ok)console.log(path,r.status,await r.text());return r}
const r = await post()('/api/v1/login',{accessKey:'admin',secretKey:'correct-horse'})
const cookie = r.headers.getSetCookie().map(c=>c.split(';')[0]).join('; ')
const api = post(cookie)
await api('/api/v1/users',{accessKey:'mei.tanaka',secretKey:'mei-tanaka-secret',groups:[],policies:['readonly']})
await api('/api/v1/users',{accessKey:'new.comer',secretKey:'new-comer-secret',groups:[],policies:[]})
await api('/api/v1/buckets',{name:'photos',versioning:true,locking:false})
await api('/api/v1/buckets',{name:'backups',versioning:false,locking:false})
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-background-networking']})
const steps = JSON.parse(process.argv[2])
for (const {who=['admin','correct-horse'],at,name,width=1280,height=800,theme='light',click}of steps){
  const c = await b.newContext({viewport:{width,height},colorScheme:theme==='dark'?'dark':'light'})
  const page = await c.newPage()
  page.on('console',m=>m.type()==='error'&&console.log(name,m.text()))
  page.on('pageerror',e=>console.log(name,'thrown',e))
  await page.goto(url+'/login'); await page.fill('input[name=accessKey]',who[0]); await page.fill('input[name=secretKey]',who[1]); await page.keyboard.press('Enter'); await page.waitForSelector('h1:not(:has-text("Login"))'); await page.waitForTimeout(300)
  if (at) { await page.goto(url+at); await page.waitForTimeout(700) }
  if (click) { for (const sel of [click].flat()) { await page.locator(sel).first().click({timeout:5000}).catch(e=>console.log(name,String(e).slice(0,200))); await page.waitForTimeout(500) } }
  await page.screenshot({path:`/tmp/shots/${name}.png`})
  await c.close()
}
await b.close(); p.kill('SIGKILL')
