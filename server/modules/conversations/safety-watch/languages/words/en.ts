import type { WordLists } from '../language.ts'

export const feelings: WordLists['feelings'] = {
  happy:
    'happy|glad|lovely|wonderful|delight*|pleased|grateful|thank*|enjoy*|nice|beautiful|good|great|fine|well rested|cheerful|content|laugh*|smile*|love|loved|proud|better|blessed|peaceful|relieved|fun|sunny|kind|sweet',
  sad: 'sad|unhappy|lonely|miss|missed|miserable|cry|crying|cried|tears|grief|grieving|depressed|down|blue|hopeless|lost my|passed away|widow*|heartbroken|empty|sorrow*|disappoint*|quiet since|alone|hurts|sorry',
  anxious:
    'worr*|anxious|afraid|scared|frighten*|nervous|fear*|panic*|uneasy|tense|dread*|restless|terrified|keeps me awake|stress*|trembl*|on edge',
  angry:
    'angry|cross|furious|annoy*|mad|irritat*|fed up|hate|hated|unfair|outrag*|rude|disgust*|stupid|nonsense|how dare|sick of|leave me alone|ridiculous|rubbish|stop asking',
  confused:
    "confus*|mixed up|muddled|puzzled|don't understand|do not understand|don't know what|what do you mean|cannot remember|can't remember|not sure|forgot|lost track|which one|bewilder*|what day|is today|makes no sense",
  excited:
    "excit*|can't wait|cannot wait|can hardly wait|thrilled|looking forward|hooray|hurrah|amazing|fantastic|incredible|we won|at last|finally|guess what|wow",
}

export const topics: WordLists['topics'] = {
  exercise: 'walk|walks|walked|walking|exercis*|steps|stretch*|swim*|gym|yoga|balcony exercises',
  family:
    'daughter*|son|sons|grandson*|granddaughter*|grandchild*|wife|husband|sister*|brother*|mother|father|family|niece*|nephew*|wedding|married',
  food: 'eat|ate|eating|cook*|bake*|baking|cake|soup|breakfast|lunch|dinner|apple*|porridge|recipe*|bread|tea|coffee|hungry',
  garden: 'garden*|rose*|tomato*|flower*|plant*|lawn|seeds|weeds',
  health:
    'doctor*|hospital|pain*|blood pressure|knee*|hip|heart|headache|ill|sick|fever|dizzy|nurse|breath*|chest',
  home: 'house|flat|kitchen|bathroom|living room|stairs|heating|window*|roof|keys',
  loneliness: 'lonely|alone|nobody|no one|quiet house|miss having',
  medication: 'tablet*|pill*|medicine*|medication*|dose|insulin|prescription|pharmac*',
  memory: 'remember*|forgot*|memory|memories|cannot recall|name of',
  money: 'money|pension|bill*|bank|rent|savings|expensive|tax*',
  music: 'music|song*|sing|singing|piano|danc*|choir|band|concert|radio',
  neighbourhood: 'neighbour*|neighbor*|street|village|shop*|market|church hall|town',
  pets: 'cat|cats|dog|dogs|bird*|canary|parrot|kitten|puppy',
  religion: 'church|pray*|god|mass|priest|faith|bible|temple|mosque|synagogue',
  school: 'school|teacher*|class|classroom|pupil*|lessons',
  sleep: 'sleep*|slept|asleep|awake|nap|insomnia|bed early|night',
  sports: 'football|match|tennis|cricket|goal|team|olympic*|cycling|we won',
  technology: 'phone|telephone|computer|tablet computer|internet|screen|password|app|email',
  television: 'television|tv|programme|film|movie|series|news',
  travel: 'travel*|trip|holiday*|ship|train|journey|abroad|sea|coast|suitcase',
  weather: 'weather|rain*|sun|sunny|snow*|wind*|cold outside|storm|cloud*',
  work: 'factory|job|worked|office|boss|retired|colleague*|career',
}
