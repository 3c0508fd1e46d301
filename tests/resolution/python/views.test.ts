/** Values in generic views: of Django, and of its REST framework. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const MODELS = dedent`
  from django.db import models

  class OrderSet(models.QuerySet):
      def open(self):
          return self.filter(is_open=True)

  class Order(models.Model):
      objects = OrderSet.as_manager()
      def pay(self): ...

  class OddOrder(models.Model):
      objects = make_manager()
      def pay(self): ...
      def public(self): ...
`;

const FORMS = dedent`
  from django import forms
  from rest_framework import serializers
  from models import Order

  class OrderForm(forms.ModelForm):
      class Meta:
          model = Order
      def check(self): ...

  class OrderSerializer(serializers.ModelSerializer):
      class Meta:
          model = Order
      def check(self): ...
`;

/** A test of the calls of one body of views. */
const views = (name: string, body: string, has: string[], hasNot: RegExp[] = []) => ({
  name,
  files: {
    "models.py": MODELS,
    "forms.py": FORMS,
    "views.py": dedent`
      from django.views import generic
      from rest_framework import generics, viewsets
      from forms import OrderForm, OrderSerializer
      from models import OddOrder, Order
    `.concat("\n", body),
  },
  of: "views.py",
  has,
  hasNot,
});

testEdges([
  views(
    "get_object gives an object of the model that a field names",
    dedent`
      class Pay(generic.DetailView):
          model = Order
          def post(self):
              self.get_object().pay()
    `,
    ["Pay.post calls models.py#Order.pay (import)"],
  ),
  views(
    "get_queryset of the view decides before its field, and super() gives the query set of the library",
    dedent`
      class Base(generics.GenericAPIView):
          queryset = Order.objects.all()
      class Pay(Base):
          def get_queryset(self):
              return super().get_queryset().open()
          def post(self):
              order = self.get_object()
              order.pay()
              self.get_queryset().first().pay()
    `,
    ["Pay.get_queryset calls models.py#OrderSet.open (import)", "Pay.post calls models.py#Order.pay (import)"],
  ),
  views(
    "forms and serializers are of the class that a field names, as a result and as the argument of the library",
    dedent`
      class Buy(generic.CreateView):
          form_class = OrderForm
          def form_valid(self, form):
              form.check()
              form.save().pay()
      class Orders(viewsets.ModelViewSet):
          serializer_class = OrderSerializer
          def perform_create(self, serializer):
              serializer.check()
          def create(self, request):
              serializer = self.get_serializer(data=request.data)
              serializer.save().pay()
    `,
    [
      "Buy.form_valid calls forms.py#OrderForm.check (import)",
      "Buy.form_valid calls models.py#Order.pay (import)",
      "Orders.perform_create calls forms.py#OrderSerializer.check (import)",
      "Orders.create calls models.py#Order.pay (import)",
    ],
  ),
  views(
    "a generic view keeps the object, or the objects, that its fields or methods tell",
    dedent`
      class Buy(generic.UpdateView):
          model = Order
          def get_success_url(self):
              return self.object.pay()
      class Show(generic.ListView):
          queryset = Order.objects.all()
          def get_context_data(self):
              for order in self.object_list:
                  order.pay()
              self.object_list.open()
    `,
    [
      "Buy.get_success_url calls models.py#Order.pay (import)",
      "Show.get_context_data calls models.py#Order.pay (import)",
      "Show.get_context_data calls models.py#OrderSet.open (import)",
    ],
  ),
  views(
    "a manager of unknown type has Django's methods alone",
    dedent`
      def f():
          OddOrder.objects.filter(a=1).first().pay()
          OddOrder.objects.public()
    `,
    ["f calls models.py#OddOrder.pay (import)", "f calls models.py#OddOrder.public (unique)"],
  ),
  views(
    "a class that is no view says nothing by its fields",
    dedent`
      class Plain:
          model = Order
          def post(self):
              self.get_object().pay()
    `,
    [],
    [/calls models\.py#Order\.pay \((?:exact|import)\)/],
  ),
  {
    name: "the user of a request is of the model that the project sets, in a file of Django's and in a view",
    files: {
      "shop/models.py": dedent`
        from django.contrib.auth.models import AbstractUser
        class Member(AbstractUser):
            def greet(self): ...
      `,
      "settings.py": 'AUTH_USER_MODEL = "shop.Member"',
      "other.py": dedent`
        class Other:
            def greet(self): ...
      `,
      "views.py": dedent`
        from django.views.generic import DetailView
        class Page(DetailView):
            def get(self, request):
                self.request.user.greet()
        def page(request):
            user = request.user
            user.greet()
        def basket(request):
            request.basket.greet()
      `,
    },
    of: "views.py",
    has: ["Page.get calls shop/models.py#Member.greet (import)", "page calls shop/models.py#Member.greet (import)"],
    hasNot: [/^basket calls .*\((?:exact|import|external)\)/],
  },
  {
    name: "a parameter called request elsewhere is not a request of Django",
    files: {
      "shop/models.py": dedent`
        from django.contrib.auth.models import AbstractUser
        class Member(AbstractUser):
            def greet(self): ...
      `,
      "settings.py": 'AUTH_USER_MODEL = "shop.Member"',
      "plain.py": dedent`
        def page(request):
            request.user.greet()
      `,
    },
    of: "plain.py",
    hasNot: [/\((?:exact|import)\)/],
  },
]);
