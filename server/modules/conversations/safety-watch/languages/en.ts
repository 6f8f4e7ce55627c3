import type { SafetyLanguage } from './language.ts'

export const english: SafetyLanguage = {
  spaced: true,
  harmless:
    'dying to (see,know,hear,meet,try,tell)|die (laughing,of laughter,of boredom)|died laughing|(kill,killing) time|to die for|could kill for|scared me to death|bored to death|tickled to death|drop dead gorgeous|dead tired|fall asleep|fell asleep|falling asleep|fell in love|fall in love|fell off the wagon|heart attack on a plate|heart of gold|by heart|(broke,break) my heart|leaves fall|fall leaves|this fall|last fall|in the fall|prices fell|rain fell|snow fell|night fell|hit the shops|hits the spot|stroke of luck|stroke the (cat,dog)|stroking the (cat,dog)',
  negations:
    "not|no|never|don't|do not|doesn't|didn't|did not|isn't|is not|wasn't|haven't|hasn't|won't|without|nobody|nothing|neither|nor|hardly|no longer",
  others:
    'he|she|they|my (husband,wife,neighbour,neighbor,friend,brother,sister,son,daughter,mother,father,cousin,uncle,aunt,mother-in-law) .. |the (man,woman,lady,neighbour,neighbor,boy,girl)|somebody|someone|people|his|her|their',
  told: 'in the (film,movie,book,song,story,play,opera,news,paper)|on (television,tv,the radio,the news)|i (read,watched,heard) (about,a,that,on)|the (film,movie,book,song,story,programme,program,news,character,actor,singer)|(said,says) the (song,poem)|my programme|the crossword',
  past: 'years ago|last year|long ago|back then|when i was (young,a child,a girl,a boy,little)|used to|in my youth|in the war|decades ago|months ago',
  rules: [
    {
      name: 'self_harm.behaviour',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.97,
      phrases:
        'i (took,have taken,swallowed,have swallowed) (all my,all the,too many of my,the whole bottle of,a handful of) (pills,tablets,sleeping pills)|i (cut,have cut,hurt,have hurt) (myself,my wrists) on purpose|i tried to (kill myself,end it,hang myself,end my life)|i am (on the bridge,standing on the ledge)',
    },
    {
      name: 'self_harm.intent_or_plan',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.93,
      phrases:
        'i (am going to,will,intend to,plan to,am planning to) (kill myself,end it,end my life,end it all,take my (own life,life))|i have (put,saved,kept,collected) .. (my,the,all my) (pills,tablets) .. |put all my (tablets,pills)|i (have written,wrote) (a,my) (goodbye,farewell) (letter,note)|i know how i (will,would) (do it,end it)|tonight i (will,am going to) end',
    },
    {
      name: 'self_harm.method',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.86,
      phrases:
        '(overdose,hang myself,slit my wrists,jump off the bridge,jump from the balcony,jump out of the window,drown myself,shoot myself)|take all my (pills,tablets)|(gas oven,rope) .. end it',
    },
    {
      name: 'self_harm.ideation',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.78,
      phrases:
        "(kill,killing) myself|suicide|suicidal|(end,ending) (my life,it all)|(take,taking) my (own life,life)|i want to die|i would rather (die,be dead)|i'd rather (die,be dead)|do not want to (live,go on)|don't want to (live,go on)|no reason to (live,go on)",
    },
    {
      name: 'self_harm.wish_to_be_dead',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.64,
      phrases:
        "wish i (was,were) dead|wish i (would,could,did) not wake up|wish i would not .. wake up|wish i (wouldn't,didn't) wake up|not wake up (any more,anymore,again,tomorrow)|better off (dead,without me)|wish it (was,were) (all over,over)|tired of (living,life)|nothing to live for|life is not worth|life isn't worth|i have lived long enough|ready to (die,go to my grave)|hope i (don't,do not) wake up",
    },
    {
      name: 'self_harm.of_another',
      context: 'self_harm',
      emotion: 'anxious',
      risk: 0.55,
      phrases: '(kill,killing,hang,hurt) (himself,herself,themselves)|(he,she) (wants,wanted) to die',
    },
    {
      name: 'medical.heart',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.88,
      phrases:
        '(pain,pressure,tightness,pressing,stabbing) in my (chest,heart)|pressure in the chest|chest (pain*,hurts,feels tight,is tight)|my chest (hurts,aches,is tight,feels tight,is killing me)|(down,in) my left arm|my heart is (racing,stopping,skipping)|heart attack',
    },
    {
      name: 'medical.breath',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.87,
      phrases:
        "(can't,cannot,can not,can hardly,can barely) (breathe,get my breath,catch my breath,get any air)|i am (choking,suffocating)|i'm (choking,suffocating)|something is stuck in my throat|short of breath|gasping for (air,breath)",
    },
    {
      name: 'medical.stroke',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.9,
      phrases:
        "(face,mouth) is (drooping,hanging,crooked)|(arm,leg,side,half) .. (is,has gone,went) numb|(can't,cannot) (feel,move) my (arm,leg,hand,left side,right side)|my speech is slurred|(having,had) a stroke|sudden* .. (can't,cannot) see",
    },
    {
      name: 'medical.bleeding',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        "(bleeding,blood) .. (won't stop,does not stop,doesn't stop,everywhere,a lot,badly)|bleeding (heavily,badly)|coughing (up )?blood|vomiting blood|blood in my (stool,urine,vomit)|burned myself badly|burnt myself badly",
    },
    {
      name: 'medical.collapse',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        "(passed out,fainted,blacked out,collapsed,lost consciousness,unconscious)|not (responding,waking up,breathing)|(isn't,is not) (responding,breathing)|having a seizure|call (an ambulance,the ambulance,911,112,999)|need (an ambulance,a doctor now)|my sugar is (very low,too low,dangerously low)",
    },
    {
      name: 'medical.unwell',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.5,
      phrases:
        "i (feel,am) (very dizzy,so dizzy,terribly dizzy,faint)|the room is spinning|(terrible,awful,unbearable,severe) (pain,headache)|high fever|burning up|have not (eaten,drunk) .. for (days,two days,three days)|haven't (eaten,drunk) .. for (days,two days,three days)",
    },
    {
      name: 'fall.helpless',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.84,
      phrases:
        "(can't,cannot,can not,unable to) get up|i am (lying,stuck) on the (floor,ground)|i'm (lying,stuck) on the (floor,ground)|on the floor and",
    },
    {
      name: 'fall',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.68,
      phrases:
        "i (fell,have fallen,had a fall,slipped,tripped,tumbled)|i've (fallen,had a fall)|(fell,fallen) (down,over,out of bed,in the,on the,off the)|slipped in the (bath*,shower,kitchen)|my (hip,wrist,ankle) hurts when i (stand,walk,move)|(broke,broken) my (hip,arm,leg,wrist)",
    },
    {
      name: 'abuse.violence',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.8,
      phrases:
        '(hits,hit,beats,slaps,slapped,kicks,kicked,punches,punched,pushes,pushed,shakes) me|ties me (up,to)|(locks,locked) me (in,up,out)|threatens (me,to)|(touches,touched) me where|(afraid,scared,frightened) of (him,her,my son,my daughter,my nephew,my carer,the carer)',
    },
    {
      name: 'abuse.exploitation',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.7,
      phrases:
        "(takes,took,steals,stole,keeps) .. my (pension,money,card,savings,bank card)|makes me (sign,pay)|made me (sign,pay)|does not (feed,wash) me|doesn't (feed,wash) me|(shouts,yells,screams) (at me,when i)|won't let me (out,eat,phone,see)",
    },
    {
      name: 'medication.error',
      context: 'medication',
      emotion: 'anxious',
      risk: 0.58,
      phrases:
        '(took,taken) .. (tablets,pills,medicine,medication,dose,insulin) (twice,two times,three times,again)|(took,taken) (the wrong,too many,too much,double) .. |double dose|wrong (pills,tablets,medicine,medication)',
    },
    {
      name: 'medication.refusal',
      context: 'medication',
      emotion: 'angry',
      risk: 0.45,
      phrases:
        "(stopped,stop) taking my (tablets,pills,medicine,medication,insulin)|(run,ran) out of (my )?(tablets,pills,medicine,medication,insulin)|threw my (tablets,pills,medicine) away|will not take my (tablets,pills,medicine)|won't take my (tablets,pills,medicine)",
    },
    {
      deniable: false,
      name: 'confusion.lost',
      context: 'confusion',
      emotion: 'confused',
      risk: 0.54,
      phrases:
        "(don't,do not) know (where i am,this room,this place,who you are,who i am,what day,how i got here)|(don't,do not) recognise (this,my,the) .. |i am lost|i'm lost|(want,need) to go home now|who are these people|(left,forgot) .. (stove,oven,gas,tap) (on|running)",
    },
    {
      deniable: false,
      name: 'loneliness',
      context: 'loneliness',
      emotion: 'sad',
      risk: 0.45,
      phrases:
        "(not spoken,haven't spoken,have not spoken,not talked) to (a soul,anyone,anybody)|nobody (would,will) (notice,miss me,care)|no one (would,will) (notice,miss me,care)|so (lonely,alone)|(all,completely) alone in the world|everyone i (know,love,loved) is (dead,gone)|nobody (needs,wants,loves) me|i am (only )?a burden|i'm (only,just) a burden|i am just a burden",
    },
  ],
  feelings: {
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
  },
  topics: {
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
  },
}
