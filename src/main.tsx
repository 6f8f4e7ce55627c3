import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onRequest } from '#kit/call.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { startSession } from '#providers/auth.ts'
import { startLanguage } from '#providers/i18n.ts'
import { App, screenLoaded } from './app.tsx'
import './layout/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (isPreview)
  onRequest(async (...request) => (await import('#kit/preview/answer.ts')).answerInPreview(...request))
startSession()

/** Milliseconds after which the frame of index.html is replaced by one that tells screen readers what is going on. */
const patienceMs = 3_000

// Rendered at once rather than in slices after a spinner, which takes longer.
const ready = Promise.race([screenLoaded, new Promise(resolve => setTimeout(resolve, patienceMs))])
// No top-level await: chunks of texts import from this one, and would wait for it.
void Promise.all([startLanguage(), ready]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
