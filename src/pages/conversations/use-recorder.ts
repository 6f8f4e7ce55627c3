import { useCallback, useEffect, useRef, useState } from 'react'

/** Why a recording failed or is empty. */
export type RecordingFault = 'insecure' | 'noMicrophone' | 'refused' | 'silence' | 'broken'

export interface Recorder {
  /** Null when idle; `asking` while the browser prompts for permission. */
  state: 'asking' | 'recording' | null
  /** Current level, 0 to 1. */
  level: number
  /** Starts recording; on failure sets `fault`. */
  start(): Promise<void>
  /** Stops recording. @returns null if it contains only silence */
  finish(): Promise<Blob | null>
  cancel(): void
  fault: RecordingFault | null
}

/** Silence threshold, 0 to 1. */
const audible = 0.02
/** Sampling interval of the level meter in milliseconds. */
const sampleIntervalMs = 60

interface Running {
  recorder: MediaRecorder
  parts: Blob[]
  loudest: number
  release(): void
}

function faultOf(error: unknown): RecordingFault {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'noMicrophone' : 'broken'
}

/** Measures a stream's level until released. */
function meter(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext()
  // After a slow permission prompt the user gesture has expired and the context starts suspended.
  void context.resume()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    onLevel(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0))
  }, sampleIntervalMs)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** Records from the microphone and releases it when the recording ends. */
export function useRecorder(): Recorder {
  const [state, setState] = useState<Recorder['state']>(null)
  const [level, setLevel] = useState(0)
  const [fault, setFault] = useState<RecordingFault | null>(null)
  const running = useRef<Running>(null)
  /** Generation counter: a permission prompt that is answered after cancel or restart is ignored. */
  const turn = useRef(0)

  const cancel = useCallback(() => {
    turn.current += 1
    running.current?.release()
    running.current = null
    setState(null)
    setLevel(0)
  }, [])
  useEffect(() => cancel, [cancel])

  async function start() {
    setFault(null)
    // `mediaDevices` is undefined outside secure contexts.
    if (!navigator.mediaDevices) return setFault('insecure')
    setState('asking')
    turn.current += 1
    const own = turn.current
    let stream: MediaStream | undefined
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (turn.current !== own) return release()
      const recorder = new MediaRecorder(stream)
      const recording: Running = { recorder, parts: [], loudest: 0, release: () => {} }
      const stopMeter = meter(stream, now => {
        recording.loudest = Math.max(recording.loudest, now)
        setLevel(now)
      })
      recording.release = () => {
        stopMeter()
        if (recorder.state !== 'inactive') recorder.stop()
        release()
      }
      recorder.addEventListener('dataavailable', ({ data }) => recording.parts.push(data))
      recorder.start()
      running.current = recording
      setState('recording')
    } catch (error) {
      release()
      if (turn.current !== own) return
      setState(null)
      setFault(faultOf(error))
    }
  }

  async function finish(): Promise<Blob | null> {
    const recording = running.current
    if (!recording) return null
    const { recorder, parts, loudest } = recording
    // Unplugging the microphone has already stopped it.
    const stopped =
      recorder.state === 'inactive' ||
      new Promise(resolve => recorder.addEventListener('stop', resolve, { once: true }))
    cancel()
    await stopped
    if (loudest < audible) {
      setFault('silence')
      return null
    }
    return new Blob(parts, { type: recorder.mimeType })
  }

  return { state, level, start, finish, cancel, fault }
}
