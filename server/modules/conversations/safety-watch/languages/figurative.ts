import type { Figurative } from './language.ts'

/** What makes a figure of speech of the statement that it stands beside. */
export const figurative: Readonly<Record<'en' | 'es' | 'fr' | 'de' | 'ar', Figurative>> = {
  en: {
    causes: `
      (from,of,with,for) [all,so,too,sheer,pure] [the,that,much] (laughing,laughter,giggling,giggles,joy,happiness,delight,excitement,boredom,embarrassment,curiosity,envy,jealousy)
      (at,over,from,about) [the,that,this] [sheer] (price*,bill,bills,cost,prices) | (when,as) (i,we) (saw,heard,got,opened,read) [what,how,the,that,this,my,our] [electric,gas,phone,water,heating] (bill,bills,price*,cost,costs,raffle,lottery)`,
    trifles: `
      (with,of,at,over,about,without) [all] [this,that,these,those,the,my,your,his,her,our,any] [awful,silly,blasted,stupid,old,new,bloody] (crossword*,sudoku*,jigsaw*,puzzle*,knitting,crochet,pattern*,recipe*,manual*,instructions,printer*,computer*,laptop,remote,password*,form,forms,paperwork,advert*,commercial*,repeats,telly,tv,programme*,series,soap,sermon*,speech*,politician*,joke*,noise*,wallpaper,curtains,jumper*,socks,trousers,ironing,weeds,weeding,sprouts,lentils,lumpy,custard,cake,cakes,biscuit*,scales,diet,match,queue*,traffic,karaoke,weather,rain)`,
    games:
      'in (the,a) (race,final,semi final) | in (straight sets,extra time) | at (chess,cards,draughts,dominoes,monopoly,ludo,scrabble,rummy,bridge,whist,tennis,golf,bowls,darts,snooker,cribbage,table tennis,memory,the quiz)',
  },
  es: {
    causes: `
      de [la,tanta,tanto,pura,puro] (risa,risas,reir,reirme,reirnos,carcajadas,alegria,felicidad,emocion,aburrimiento,curiosidad) | de [tanta,pura] verguenza
      (con,por) [el,la,los,las,ese,esa,estos,estas] (precio*,factura*,recibo*,cuenta del) | (cuando,al) (vi,ver,leer,lei,oi) [el,la,los] (precio*,factura*,recibo*,numero)`,
    trifles: `
      [mas] (anuncio*,discurso*,reposicion*,sermon*) | (con,en) [la,el,mi,las,mis,esta,esa,estas,tanta] receta* | (esta,esa,estas) receta* | [con,de,sin,en] [todo,toda,todos,todas,tanto,tanta,tantos,tantas] [este,esta,estos,estas,ese,esa,esos,esas,el,la,los,las,mi,mis,mas] (crucigrama*,sudoku*,rompecabezas,puzle*,puzzle*,jersey,bufanda,punto,ganchillo,manual*,instrucciones,impresora,ordenador,mando,contrasena*,formulario*,papeleo,papeles,anuncio*,tele,television,programa*,serie,telenovela,sermon,discurso*,politico*,chiste*,ruido*,cortinas,calcetines,plancha,hierbas,acelgas,lentejas,tarta,dieta,partido,cola,colas,trafico,karaoke,lluvia,cajas,mudanza,novela,peluca)`,
    games:
      '(al,a la,a las,en el,en la,jugando a,jugando al) (ajedrez,cartas,damas,domino,monopoly,parchis,mus,brisca,tute,tenis,golf,bolos,petanca,dardos,billar,oca,ping pong,escoba,chinchon)',
  },
  fr: {
    causes: `
      (pleur*,mour*,meurs,meurt,mort*,evanoui*,etouff*,suffoqu*,saut*,tomb*,effondr*,ecroul*,trembl*,hurl*,bondi*,explos*,defaill*,paralys*,crev*,crie,crier,fou,folle,larmes,coupe,coupee,arrete,arretee,arreter,malaise,syncope,battre,respirer,souffle,chavir*) [un peu,presque,tellement,litteralement] de [tant,trop] [de] (joie,bonheur,plaisir) | (de,d) (tant,trop) [de,d] (joie,bonheur,plaisir) | (de,d) [tant,trop] [de,d] (rire,rires,emotion,ennui,honte,curiosite,envie,jalousie) | (a,de,d) force de rire | tellement (je,on,nous) (riais,rit,rions,ai ri,avons ri,riait)
      (devant,avec,par,a cause de) (le,la,les,ce,cette,ces) (prix,facture*,note,addition) | (en,quand j ai) (voyant,vu,lisant,lu,entendant,entendu,recevant,recu) (le,la,les,mon,ma,notre) (prix,facture*,note,numero)`,
    trifles: `
      (de,d,avec,du,des) [tous,toutes] [ce,cette,ces,le,la,les,l,mon,ma,mes] [maudit*,sacre,sacree] (mots croises,mots fleches,grille,sudoku*,puzzle*,tricot,pull,echarpe,crochet,recette*,notice,mode,imprimante,ordinateur,telecommande,mots de passe,formulaire*,paperasse,pub,pubs,publicite*,tele,emission*,serie,feuilleton,sermon*,discours,politicien*,blague*,bruit,bruits (de,du,des),rideaux,chaussettes,repassage,carton*,herbes,epinards,choux,gateau*,regime,match,queue,bouchons,karaoke,pluie,meteo,demenagement,papier cadeau,rouleau)
      sans [tous,toutes] [ce,cette,ces,le,la,les,l,mon,ma,mes] (mots croises,mots fleches,grille,sudoku*,puzzle*,tricot,crochet,ordinateur,telecommande,tele,emission*,serie,feuilleton,gateau*,match)`,
    games:
      '(aux,au,a la,en jouant aux,en jouant au) (echecs,cartes,dames,dominos,monopoly,petits chevaux,belote,rami,tarot,scrabble,flechettes,billard,ping pong,memory,jeu de l oie)',
  },
  de: {
    causes: `
      vor [lauter] (lachen,freude,gluck,begeisterung,langeweile,neugier,neid) | (bei,uber) (dem,den,der,die,das,diesem,diesen,dieser) (preis*,rechnung*,kosten) | wegen (dem,den,der,des,diesem,diesen,dieser) preis* | (als,wie) (ich,wir) (den,die,das) (preis*,rechnung*,kosten,nummer)`,
    trifles: `
      (mit,von,bei,ohne,uber,auf,vom) [all,all den,lauter] [dem,den,der,die,das,diesem,diesen,dieser,diese,dieses,meinem,meinen,meiner,mein] [blod*,dumm*,verflixt*,ewig*] (kreuzwort*,sudoku*,puzzle*,strickmuster*,strickzeug,strickanleitung*,strickjacke*,strickpull*,stricken,haken,muster,rezept*,anleitung*,drucker*,computer*,fernbedienung*,passwort*,passwor*,formular*,papierkram,werbung,fernseh*,sendung*,serie*,krimi*,predigt*,rede*,politiker*,witz*,larm,krach,vorhang*,socken,bugeln,unkraut,rosenkohl,spinat,linsen,torte*,kuchen,diat,spiel,elfmeter,schlange,stau,karaoke,wetter,regen,umzug,kartons,latein,warteschleife*)
      (dieses,das,diesen,den,diese,die) (warten,gejammer,gedudel,gehupe,gepiepe,wetter,gerede,werbung,wiederholungen)`,
    games:
      '(beim,im,in) (schach,karten,kartenspiel*,skat,dame,domino,monopoly,mensch argere,halma,rommee,romme,bridge,scrabble,tennis,golf,kegeln,bowling,darts,billard,memory,muhle,muhlespiel,canasta,tischtennis,quartett,quiz)',
  },
  ar: {
    causes: `
      (من,بسبب) [كثر,كتر,كثره,شده,قد ما,قوه] (الضحك,ضحك,الفرح,فرح,الفرحه,السعاده,الخجل,الاحراج,الكسوف,الفضول,الحماس,ضحكنا,ضحكت) | (من,لما شفت,لما شفنا,عندما رايت) [هذا,هال] (سعر,السعر,الاسعار,اسعار,الفاتوره,فاتوره)`,
    trifles: `
      (من,مع,غير,بدون,من دون) [كل,هذا,هذه,هاي,هال] (الكلمات المتقاطعه,كلمات متقاطعه,السودوكو,سودوكو,البازل,الكنزه,التطريز,الحياكه,الوصفه,التعليمات,الطابعه,طابعه,الكمبيوتر,الريموت,كلمات السر,الاستماره,الاوراق,اوراق,الاعلانات,اعلانات,التلفزيون,البرنامج,المسلسل,المسلسلات,الخطب,الخطابات,خطابات,السياسيين,النكت,الضجه,الازعاج,الستاير,الكوي,الغسيل,الكراتين,كراتين,السبانخ,الكوسا,الكيك,الريجيم,المباراه,الطابور,الزحمه,المطر,الكنزه,الحلويات,الاسئله,الشطه)
      (الاعلانات,اعلانات,خطابات,خطابات الانتخابات)`,
    games:
      '(في,ب) (الشطرنج,شطرنج,الورق,الدومينو,دومينو,الطاوله,طاوله,الكوتشينه,البلوت,بلوت,الطرنيب,المونوبولي,لودو,التنس,الجولف,البولينج,الكيرم,اللعبه,المباراه,الدوري) | (بالشطرنج,بالورق,بالدومينو,{atPlay},بالكوتشينه,بالبلوت,بالطرنيب,بالتنس,باللعبه,بالمباراه)',
  },
}
