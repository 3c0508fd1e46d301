/** Python: values of SQLAlchemy, Flask-SQLAlchemy and SQLModel, by the model that a query is for. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const MODELS = dedent`
  from flask_sqlalchemy import SQLAlchemy
  db = SQLAlchemy()
  class User(db.Model):
      name = db.Column(db.String)
      def greet(self): ...`;

const GREETS = "calls models.py#User.greet (import)";

const cases: EdgeCase[] = [
  {
    name: "a query of a model and of a session gives the model's objects",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from models import User, db
        def by_model():
            user = User.query.filter_by(id=1).first()
            user.greet()
        def by_loop():
            for user in User.query.order_by(User.name).all():
                user.greet()
        def by_key():
            db.session.get(User, 1).greet()
        def by_session():
            db.session.query(User).filter(User.name == "x").one().greet()
        def by_page():
            for user in User.query.paginate(page=1).items:
                user.greet()`,
    },
    of: "use.py",
    has: ["by_model", "by_loop", "by_key", "by_session", "by_page"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "a statement's selection comes out of a session as scalars, as rows and as one value",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.orm import Session
        from models import User
        def scalars(session: Session):
            stmt = select(User).where(User.name == "a").limit(1)
            session.scalars(stmt).first().greet()
        def looped(session: Session):
            return [user.greet() for user in session.scalars(select(User)).unique()]
        def rows(session: Session):
            row = session.execute(select(User, User.name)).first()
            row[0].greet()
        def one(session: Session):
            session.execute(select(User)).scalar_one_or_none().greet()`,
    },
    of: "use.py",
    has: ["scalars", "looped", "rows", "one"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "an asynchronous session is awaited",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.ext.asyncio import AsyncSession
        from models import User
        async def executed(session: AsyncSession):
            result = await session.execute(select(User))
            result.scalar_one().greet()
        async def scalars(session: AsyncSession):
            for user in (await session.scalars(select(User))).all():
                user.greet()
        async def by_key(session: AsyncSession):
            (await session.get(User, 1)).greet()`,
    },
    of: "use.py",
    has: ["executed", "scalars", "by_key"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "factories make sessions, which `with` and `async with` enter",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
        from sqlalchemy.orm import sessionmaker
        from models import User
        Local = sessionmaker()
        Later = async_sessionmaker()
        def entered():
            with Local() as session:
                session.get(User, 1).greet()
        async def awaited():
            async with Later() as session:
                (await session.get(User, 1)).greet()
        async def begun():
            async with Later.begin() as session:
                (await session.get(User, 1)).greet()
        async def given(factory: async_sessionmaker[AsyncSession]):
            async with factory() as session:
                (await session.get(User, 1)).greet()`,
    },
    of: "use.py",
    has: ["entered", "awaited", "begun", "given"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "a relation leads to a model by its class or its name, and back by the name that it gives the model",
    files: {
      "models.py": MODELS,
      "cars.py": dedent`
        from sqlalchemy.orm import backref, relationship
        from models import User, db
        class Car(db.Model):
            owner = relationship(User, backref="cars")
            seats = db.relationship("Seat", lazy="dynamic")
            engine = relationship("cars.Engine", uselist=False, backref=backref("car", uselist=False))
            def drive(self):
                self.owner.greet()
        class Engine(db.Model):
            def start(self):
                self.car.drive()`,
      "seats.py": dedent`
        from models import db
        class Seat(db.Model):
            def fold(self): ...`,
      "use.py": dedent`
        from cars import Car
        from models import User
        def single(car: Car):
            car.engine.start()
        def several(user: User):
            for car in user.cars:
                car.drive()
        def queried(car: Car):
            car.seats.filter_by(row=1).first().fold()
        def numbered(car: Car):
            car.seats[0].fold()
        def attribute(car: Car):
            Car.owner.has(name="x")`,
    },
    of: "use.py",
    has: [
      "single calls cars.py#Engine.start (import)",
      "several calls cars.py#Car.drive (import)",
      "queried calls seats.py#Seat.fold (import)",
      "numbered calls seats.py#Seat.fold (import)",
      "attribute calls sqlalchemy!Relationship.has (external)",
    ],
  },
  {
    name: "methods of models follow relations in both directions",
    files: {
      "models.py": MODELS,
      "cars.py": dedent`
        from sqlalchemy.orm import relationship
        from models import User, db
        class Car(db.Model):
            owner = relationship("User")
            engine = relationship("Engine", backref="car")
            def drive(self):
                self.owner.greet()
        class Engine(db.Model):
            def start(self):
                self.car.drive()`,
    },
    of: "cars.py",
    has: ["Car.drive calls models.py#User.greet (import)", "Engine.start calls cars.py#Car.drive (exact)"],
  },
  {
    name: "a name that two classes have leads nowhere",
    files: {
      "a.py": "class Seat:\n    def fold(self): ...\n",
      "b.py": "class Seat:\n    def fold(self): ...\n",
      "cars.py": dedent`
        from sqlalchemy.orm import relationship
        class Car:
            seat = relationship("Seat")
            def fold(self):
                self.seat.fold()`,
    },
    of: "cars.py",
    hasNot: [/Seat\.fold \((?:exact|import|unique)\)/],
  },
  {
    name: "a row has its objects by number and by the name of their class, also of a query for several",
    files: {
      "models.py": MODELS.concat("\nclass Car(db.Model):\n    def drive(self): ...\n"),
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.orm import Session
        from models import Car, User
        def by_name(session: Session):
            for row in session.execute(select(User, Car).where(User.id == 1)):
                row.User.greet()
                row.Car.drive()
        def unpacked(session: Session):
            user, car = session.query(User, Car).filter(User.id == 1).first()
            user.greet()
            car.drive()
        def whole(session: Session):
            session.query(User, Car).first().greet()`,
    },
    of: "use.py",
    has: [
      ...["by_name", "unpacked"].map((name) => `${name} ${GREETS}`),
      ...["by_name", "unpacked"].map((name) => `${name} calls models.py#Car.drive (import)`),
    ],
    hasNot: [/^whole calls models/],
  },
  {
    name: "columns, other entities and sessions of other libraries give no objects of the model",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.orm import Session
        from requests import Session as Other
        from models import User
        def column(session: Session):
            session.scalars(select(User.name)).first().greet()
        def entities():
            User.query.with_entities(User.name).first().greet()
        def other(session: Other):
            session.get(User, 1).greet()`,
    },
    of: "use.py",
    hasNot: [/User\.greet \((?:exact|import)\)/],
  },
];

testEdges(cases);
